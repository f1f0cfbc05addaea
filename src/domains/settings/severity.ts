import { describeEnum } from '../../graphql/enums';

/** Of a finding. Here, because settings depend on it. */
export enum Severity {
  CRITICAL = 'CRITICAL',
  HIGH = 'HIGH',
  MEDIUM = 'MEDIUM',
  LOW = 'LOW',
}
describeEnum(Severity, {
  name: 'Severity',
  description: 'Severity of a finding',
  values: {
    CRITICAL: 'Close immediately',
    HIGH: 'Close soon',
    MEDIUM: 'Close in the normal course of work',
    LOW: 'Worth knowing',
  },
});
