import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import type { CellError } from './vendor-import.rules';

export enum ImportOutcome {
  CREATED = 'CREATED',
  UPDATED = 'UPDATED',
  UNCHANGED = 'UNCHANGED',
  INVALID = 'INVALID',
}
describeEnum(ImportOutcome, {
  name: 'ImportOutcome',
  description: 'What became of a row, or would: a new vendor, a changed one, one that is so already, or nothing',
  values: {
    CREATED: 'The row made a vendor',
    UPDATED: 'The row changed a vendor',
    UNCHANGED: 'The vendor is already as the row says',
    INVALID: 'The row cannot be used, and was left out',
  },
});

@InputType({ description: 'A table of vendors' })
export class ImportVendorsInput {
  @Field(() => String, {
    description:
      'CSV with a header line, separated by comma, semicolon or tab. Columns, in any order and case: name, externalId, ' +
      'contactName, contactEmail, tier, website, notes, serviceDescription, dataSensitivity, contractRenewalDate, ' +
      'contractValue, geographicRisk, tags (separated by semicolons), ownerEmail. A row whose externalId a vendor has ' +
      'changes that vendor; a column that is left out keeps its value, an empty cell clears it',
  })
  csv!: string;

  @Field(() => Boolean, { nullable: true, description: 'Only tell what would happen' })
  dryRun?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Change nothing if one row is invalid' })
  allOrNothing?: boolean | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What is wrong with a cell', simpleResolvers: true })
export class VendorImportError {
  @Field(() => String, { nullable: true, description: 'The column; null: the whole row' })
  column!: string | null;

  @Field(() => String, { description: 'What is wrong' })
  message!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'What became of a row', simpleResolvers: true })
export class VendorImportRow {
  @Field(() => Int, { description: 'The line of the file on which it begins' })
  line!: number;

  @Field(() => String, { nullable: true, description: 'External id of the row' })
  externalId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the vendor' })
  name!: string | null;

  @Field(() => ImportOutcome, { description: 'What became of it, or would' })
  outcome!: ImportOutcome;

  @Field(() => ID, { nullable: true, description: 'The vendor; null: none, or none yet' })
  vendorId!: string | null;

  @Field(() => [String], { description: 'What changes in a vendor that is there' })
  changedFields!: string[];

  @Field(() => [VendorImportError], { description: 'What is wrong with the row, by column; of all rows together the first 1,000 faults' })
  errors!: CellError[];
}

@Allow('as-parent')
@ObjectType({ description: 'What became of the rows of a table', simpleResolvers: true })
export class ImportVendorsPayload {
  @Field(() => Boolean, { description: 'Whether anything was changed: not by a dry run' })
  applied!: boolean;

  @Field(() => Int, { description: 'Rows that make a vendor' })
  created!: number;

  @Field(() => Int, { description: 'Rows that change one' })
  updated!: number;

  @Field(() => Int, { description: 'Rows that say what is so already' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows that can not be used' })
  invalid!: number;

  @Field(() => [String], { description: 'Columns of the file that mean nothing here' })
  ignoredColumns!: string[];

  @Field(() => [VendorImportRow], { description: 'Row by row, in the order of the file' })
  rows!: VendorImportRow[];
}
