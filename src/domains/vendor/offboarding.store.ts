import { type Row, update, type Values } from '../../database/rows';
import { rawSql, sql, statement } from '../../database/sql';
import { STEP_KINDS } from './offboarding.rules';
import { OffboardingStep } from './offboarding-step.entity';
import { Vendor } from './vendor.entity';

export const NOW = rawSql('now()');

export const IN_ORDER = rawSql(`array_position(array[${STEP_KINDS.map((kind) => `'${kind}'`).join(', ')}], kind)`);

type StatusChange = Required<Pick<Values<Vendor>, 'status'>> & Pick<Values<Vendor>, 'offboardingStartedAt' | 'offboardingReason'>;

/** Sets the status of a locked vendor. */
export const setStatus = statement('offboarding.setStatus', (id: string, values: StatusChange) =>
  sql<never>`${update(Vendor, values)} where id = ${id}`.writes(Vendor, { id }),
);

export const classify = statement('offboarding.classify', (id: string, values: Pick<Values<Vendor>, 'tier' | 'ownerId'>) =>
  sql<never>`${update(Vendor, values)} where id = ${id}`.writes(Vendor, { id }),
);

export const addSteps = statement('offboarding.addSteps', (vendorId: string) =>
  sql<never>`insert into offboarding_step (vendor_id, kind) select ${vendorId}, kind from unnest(${STEP_KINDS}::text[]) as kind`.writes(
    OffboardingStep,
    { vendorId },
  ),
);

/** Whoever attaches a file to one of the steps has done so by then, or finds none. */
export const lockSteps = statement(
  'offboarding.lockSteps',
  (vendorId: string) => sql<{ id: string }>`select id from offboarding_step where vendor_id = ${vendorId} order by id for update`,
);

export const removeSteps = statement('offboarding.removeSteps', (vendorId: string) =>
  sql<never>`delete from offboarding_step where vendor_id = ${vendorId}`.removes(OffboardingStep, { vendorId }),
);

/** Files stay with the vendor when the steps that they prove go. */
export const keepEvidence = statement('offboarding.keepEvidence', (vendorId: string) =>
  sql<{ id: string }>`
    update attachment a set vendor_id = s.vendor_id, offboarding_step_id = null
    from offboarding_step s where s.id = a.offboarding_step_id and s.vendor_id = ${vendorId} returning a.id`.writesGiven('attachment'),
);

export const vendorOfStep = statement(
  'offboarding.vendorOfStep',
  (id: string) => sql<{ vendorId: string }>`select vendor_id as "vendorId" from offboarding_step where id = ${id}`,
);

type LockedStep = Pick<Row<OffboardingStep>, 'id' | 'kind' | 'isDone' | 'note'>;

export const lockStep = statement(
  'offboarding.lockStep',
  (id: string) => sql<LockedStep>`select id, kind, is_done as "isDone", note from offboarding_step where id = ${id} for update`,
);

/** Counted once the step is locked, which whoever deletes one waits for: one statement with the lock would count as of before it waited. */
export const countEvidence = statement(
  'offboarding.countEvidence',
  (stepId: string) => sql<{ files: number }>`select count(*) as files from attachment where offboarding_step_id = ${stepId}`,
);

export const unfinished = statement(
  'offboarding.unfinished',
  (vendorId: string) => sql<Pick<Row<OffboardingStep>, 'kind'>>`
    select kind from offboarding_step where vendor_id = ${vendorId} and not is_done order by ${IN_ORDER}`,
);

type StepChange = Partial<Pick<Values<OffboardingStep>, 'isDone' | 'note' | 'doneAt' | 'doneById' | 'doneByName'>>;

export const updateStep = statement('offboarding.updateStep', (id: string, values: StepChange) =>
  sql<never>`${update(OffboardingStep, values)} where id = ${id}`.writes(OffboardingStep, { id }),
);
