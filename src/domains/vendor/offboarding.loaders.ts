import { childrenOf } from '../../graphql/engine/loaders';
import { OffboardingStep } from './offboarding-step.entity';
import { IN_ORDER } from './offboarding.store';

export const stepsOf = childrenOf(OffboardingStep, 'vendor', IN_ORDER);
