import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import type { CellError } from './vendor-import.rules';

export enum ImportOutcome {
  CREATED = 'CREATED',
  UPDATED = 'UPDATED',
  UNCHANGED = 'UNCHANGED',
  SKIPPED = 'SKIPPED',
  INVALID = 'INVALID',
}
describeEnum(ImportOutcome, {
  name: 'ImportOutcome',
  description: 'What happened to a row, or would happen',
  values: {
    CREATED: 'It creates a vendor',
    UPDATED: 'It changes a vendor',
    UNCHANGED: 'The vendor already has these values',
    SKIPPED: 'A vendor with this name already exists, and the row was to be skipped then',
    INVALID: "It can't be used; its errors say why",
  },
});

export enum SameName {
  SKIP = 'SKIP',
  UPDATE = 'UPDATE',
  CREATE = 'CREATE',
}
describeEnum(SameName, {
  name: 'SameName',
  description: 'What to do with a row whose name a vendor, or an earlier row, already has',
  values: {
    SKIP: 'Leave the row out',
    UPDATE: 'Change the existing vendor, if there is exactly one',
    CREATE: 'Create another vendor with the same name',
  },
});

@InputType({ description: 'What to do with one row of the file' })
export class ImportRowChoiceInput {
  @Field(() => Int, { description: 'The line of the file on which the row begins' })
  line!: number;

  @Field(() => SameName, { description: 'What to do if its name is taken' })
  sameName!: SameName;
}

@InputType({ description: 'Vendors to import' })
export class ImportVendorsInput {
  @Field(() => String, {
    description:
      'CSV with a header line, separated by comma, semicolon or tab. Columns, in any order and case: name, externalId, ' +
      'contactName, contactEmail, tier, website, notes, serviceDescription, dataSensitivity, contractRenewalDate, ' +
      'contractValue, geographicRisk, tags (separated by semicolons), ownerEmail. A row whose externalId a vendor has ' +
      'changes that vendor; a column that is left out keeps its value, an empty cell clears it',
  })
  csv!: string;

  @Field(() => Boolean, { nullable: true, description: 'Preview: change nothing' })
  dryRun?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Change nothing if one row is invalid' })
  allOrNothing?: boolean | null;

  @Field(() => SameName, {
    nullable: true,
    description:
      'What to do with a row that would create a vendor whose name is taken, whatever its case and spacing. Left out: CREATE',
  })
  sameName?: SameName | null;

  @Field(() => [ImportRowChoiceInput], { nullable: true, description: 'The same for single rows' })
  rowChoices?: ImportRowChoiceInput[] | null;
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
@ObjectType({ description: 'Result for one row', simpleResolvers: true })
export class VendorImportRow {
  @Field(() => Int, { description: 'The line of the file on which it begins' })
  line!: number;

  @Field(() => String, { nullable: true, description: 'External id of the row' })
  externalId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the vendor' })
  name!: string | null;

  @Field(() => ImportOutcome, { description: 'What happened to it, or would happen' })
  outcome!: ImportOutcome;

  @Field(() => ID, { nullable: true, description: 'The vendor; null: none, or none yet' })
  vendorId!: string | null;

  @Field(() => [String], { description: 'Fields of an existing vendor that change' })
  changedFields!: string[];

  @Field(() => [ID], {
    description: 'Vendors that already have the name of a row that would create one, the first 10; empty for callers who may not see vendors',
  })
  sameNameVendorIds!: string[];

  @Field(() => Int, { nullable: true, description: 'The earlier line of the file with the same name' })
  sameNameLine!: number | null;

  @Field(() => [VendorImportError], { description: 'What is wrong with the row, by column; of all rows together the first 1,000 faults' })
  errors!: CellError[];
}

@Allow('as-parent')
@ObjectType({ description: 'Result of an import', simpleResolvers: true })
export class ImportVendorsPayload {
  @Field(() => Boolean, { description: 'Whether anything was changed: not by a dry run' })
  applied!: boolean;

  @Field(() => Int, { description: 'Rows that create a vendor' })
  created!: number;

  @Field(() => Int, { description: 'Rows that change one' })
  updated!: number;

  @Field(() => Int, { description: 'Rows that match the current values' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows that are skipped, as their name is taken' })
  skipped!: number;

  @Field(() => Int, { description: "Rows that can't be used" })
  invalid!: number;

  @Field(() => [String], { description: 'Columns that were ignored' })
  ignoredColumns!: string[];

  @Field(() => [VendorImportRow], { description: 'Row by row, in the order of the file' })
  rows!: VendorImportRow[];
}
