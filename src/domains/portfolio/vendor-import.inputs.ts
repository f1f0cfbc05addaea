import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import { VENDOR_COLUMNS } from '../vendor/vendor-fields.rules';
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
  description: 'Outcome of a row, or its expected outcome in a preview',
  values: {
    CREATED: 'Creates a vendor',
    UPDATED: 'Updates a vendor',
    UNCHANGED: 'The vendor already has these values',
    SKIPPED: 'Skipped, because a vendor with this name already exists',
    INVALID: 'Invalid; see its errors',
  },
});

export enum SameName {
  SKIP = 'SKIP',
  UPDATE = 'UPDATE',
  CREATE = 'CREATE',
}
describeEnum(SameName, {
  name: 'SameName',
  description: 'What to do with a row whose name a vendor, or an earlier row, already has. Skipping and updating need vendors:view',
  values: {
    SKIP: 'Skip the row',
    UPDATE: 'Update the existing vendor, if there is exactly one and the row gives no other external ID',
    CREATE: 'Create another vendor with the same name',
  },
});

@InputType({ description: 'What to do with one row of the file' })
export class ImportRowChoiceInput {
  @Field(() => Int, { description: 'The line of the file on which the row begins' })
  line!: number;

  @Field(() => SameName, { description: 'What to do if its name already exists' })
  sameName!: SameName;
}

const COLUMNS = Object.keys(VENDOR_COLUMNS).join(', ').replace('tags', 'tags (separated by semicolons)');

@InputType({ description: 'Vendors to import' })
export class ImportVendorsInput {
  @Field(() => String, {
    description:
      `CSV with a header line, separated by comma, semicolon or tab. Columns, in any order and case: ${COLUMNS}; own fields by their keys (YES_NO as yes or no, PERSON as e-mail address). A row whose id (as csvUrl gives it) or externalId a vendor has ` +
      'updates that vendor; an omitted column keeps its value, an empty cell clears it',
  })
  csv!: string;

  @Field(() => Boolean, { nullable: true, description: 'Preview only: change nothing' })
  dryRun?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Change nothing if any row is invalid' })
  allOrNothing?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The portfolio of vendors that are created; required where the caller has a role in several portfolios, and a row creates one',
  })
  portfolioId?: string | null;

  @Field(() => SameName, {
    nullable: true,
    description: 'What to do with a row that would create a vendor whose name already exists, ignoring case and spacing. Default: CREATE',
  })
  sameName?: SameName | null;

  @Field(() => [ImportRowChoiceInput], { nullable: true, description: 'The same for individual rows' })
  rowChoices?: ImportRowChoiceInput[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What is wrong with a cell', simpleResolvers: true })
class VendorImportError {
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

  @Field(() => ImportOutcome, { description: 'Its outcome, or expected outcome' })
  outcome!: ImportOutcome;

  @Field(() => ID, { nullable: true, description: 'The vendor; null if there is none yet' })
  vendorId!: string | null;

  @Field(() => [String], { description: 'Fields of an existing vendor that change' })
  changedFields!: string[];

  @Field(() => [ID], {
    description:
      'Vendors that already have the name of a row that would create one, the first 10; empty for callers who may not see vendors',
  })
  sameNameVendorIds!: string[];

  @Field(() => Int, { nullable: true, description: 'The earlier line of the file with the same name' })
  sameNameLine!: number | null;

  @Field(() => [VendorImportError], { description: 'Errors in the row, by column; the first 1,000 of all rows' })
  errors!: CellError[];
}

@Allow('as-parent')
@ObjectType({ description: 'Result of an import', simpleResolvers: true })
export class ImportVendorsPayload {
  @Field(() => Boolean, { description: 'Whether changes were applied; false for a dry run' })
  applied!: boolean;

  @Field(() => Int, { description: 'Rows that create a vendor' })
  created!: number;

  @Field(() => Int, { description: 'Rows that update one' })
  updated!: number;

  @Field(() => Int, { description: 'Rows that match the current values' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows skipped because their name already exists' })
  skipped!: number;

  @Field(() => Int, { description: 'Invalid rows' })
  invalid!: number;

  @Field(() => [String], { description: 'Columns that were ignored' })
  ignoredColumns!: string[];

  @Field(() => [VendorImportRow], { description: 'Row by row, in the order of the file' })
  rows!: VendorImportRow[];
}
