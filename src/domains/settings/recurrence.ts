import { describeEnum } from '../../graphql/enums';

export enum Recurrence {
  NONE = 'NONE',
  QUARTERLY = 'QUARTERLY',
  BIANNUALLY = 'BIANNUALLY',
  ANNUALLY = 'ANNUALLY',
}
describeEnum(Recurrence, {
  name: 'Recurrence',
  description: 'How often something is repeated: never, every three months, every six months, every year',
  values: {
    NONE: 'Never',
    QUARTERLY: 'Every three months',
    BIANNUALLY: 'Every six months',
    ANNUALLY: 'Every year',
  },
});
