import { join } from 'node:path';
import ts from 'typescript';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config';
import { personalTables } from '../../src/database/personal-table';
import { recordTables } from '../../src/database/record/record-table';
import { StatementLimit } from '../../src/database/limit';
import { rawSql } from '../../src/database/sql';
import { User } from '../../src/domains/user/user.entity';

/** Knows the tables without being connected to any. */
const orm = () => MikroORM.initSync({ ...ormOptions('postgres://localhost/none', 1, new StatementLimit()), connect: false });

const ROOT = join(__dirname, '../..');

/** A column as a store's type claims it. */
export interface ClaimedColumn {
  /** The kinds of PostgreSQL types distinguished here; unknown matches all. */
  kind: 'text' | 'number' | 'boolean' | 'texts' | 'numbers' | 'bytes' | 'json' | 'unknown';
  isNullable: boolean;
}

/** A statement as defined in its store. */
export interface ClaimedStatement {
  name: string;
  file: string;
  /** The stem of the file and the name of the constant, which make up the statement's name. */
  place: string;
  /** Undefined if the statement returns no rows. */
  columns?: Map<string, ClaimedColumn>;
  /** Arguments to build it with: once with everything given, once with everything optional left out. */
  samples: unknown[][];
}

/** Reads all `statement(name, build)` of the stores, with their compiled types. */
export function readStores(): ClaimedStatement[] {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram(
    fileNames.filter((name) => name.endsWith('.store.ts')),
    options,
  );
  const checker = program.getTypeChecker();
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('.store.ts'))
    .flatMap((file) => definitionsIn(file, checker));
}

function definitionsIn(file: ts.SourceFile, checker: ts.TypeChecker): ClaimedStatement[] {
  const found: ClaimedStatement[] = [];
  const stem = /([^/]+)\.store\.ts$/.exec(file.fileName)![1]!;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'statement') {
      const constant = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
      const [name, build] = node.arguments as unknown as [ts.StringLiteral, ts.Expression];
      const [signature] = checker.getTypeAtLocation(build).getCallSignatures();
      const row = checker.getTypeOfSymbol(signature!.getReturnType().getProperty('row')!);
      const parameters = signature!.parameters.map((parameter) => checker.getTypeOfSymbolAtLocation(parameter, node));
      found.push({
        name: name.text,
        file: file.fileName,
        place: `${stem}.${constant}`,
        columns: columnsOf(checker.getNonNullableType(row), checker),
        samples: [true, false].map((isFull) => parameters.map((type) => sampleOf(type, checker, isFull))),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const MAY_BE_NULL = ts.TypeFlags.Null | ts.TypeFlags.Unknown | ts.TypeFlags.Any;

function columnsOf(row: ts.Type, checker: ts.TypeChecker): Map<string, ClaimedColumn> | undefined {
  if (row.flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined)) return undefined;
  const columns = checker.getPropertiesOfType(row).map((property): [string, ClaimedColumn] => {
    const type = checker.getTypeOfSymbol(property);
    const isNullable = (type.isUnion() ? type.types : [type]).some((one) => one.flags & MAY_BE_NULL);
    return [property.name, { kind: kindOf(checker.getNonNullableType(type), checker), isNullable }];
  });
  return new Map(columns);
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): ClaimedColumn['kind'] {
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'unknown';
  if (type.isUnion()) {
    const kinds = new Set(type.types.map((one) => kindOf(one, checker)));
    return kinds.size === 1 ? [...kinds][0]! : 'json';
  }
  if (type.flags & ts.TypeFlags.StringLike) return 'text';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (type.symbol?.name === 'Buffer') return 'bytes';
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    const kind = kindOf(checker.getNonNullableType(element!), checker);
    return kind === 'text' ? 'texts' : kind === 'number' ? 'numbers' : 'json';
  }
  return 'json';
}

/** Any value of a type: only the text of the statement matters. */
function sampleOf(type: ts.Type, checker: ts.TypeChecker, isFull: boolean, depth = 0): unknown {
  if (type.isUnion()) {
    const isEmpty = (one: ts.Type) => Boolean(one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined));
    const [nothing] = type.types.filter(isEmpty);
    if (!isFull && nothing) return nothing.flags & ts.TypeFlags.Null ? null : undefined;
    const given = type.types.filter((one) => !isEmpty(one));
    return sampleOf(given.find((one) => one.symbol?.name !== 'Sql') ?? given[0]!, checker, isFull, depth);
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral) return isFull;
  if (type.flags & ts.TypeFlags.String) return '00000000-0000-4000-8000-000000000000';
  if (type.flags & ts.TypeFlags.Number) return 1;
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'x';
  if (type.symbol?.name === 'Sql') return rawSql('true');
  if (type.symbol?.name === 'WantedColumns') return { key: '' }; // whole rows
  if (type.symbol?.name === 'Date') return new Date(0);
  if (type.symbol?.name === 'Buffer') return Buffer.alloc(0);
  if (type.aliasSymbol?.name === 'EntityClass') return User;
  if (type.symbol?.name === 'Capture') return { read: [], latest: [], write: [], hashes: [] };
  if (type.symbol?.name === 'PersonalTable') return personalTables(orm()).find(({ entity }) => entity === User);
  if (type.symbol?.name === 'RecordTable') return recordTables(orm()).find(({ entity }) => entity === User);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as ts.TypeReference).map((one) => sampleOf(one, checker, isFull, depth + 1));
    return isFull || checker.isTupleType(type) ? elements : [...elements, ...elements];
  }
  if (type.symbol?.name === 'Map' || type.symbol?.name === 'ReadonlyMap') return new Map();
  if (type.symbol?.name === 'Set' || type.symbol?.name === 'ReadonlySet') return new Set();
  if (depth > 6) return {};
  const properties = checker.getPropertiesOfType(type);
  const entriesOf = (some: ts.Symbol[], isAll: boolean) =>
    some.map((property): [string, unknown] => [property.name, sampleOf(checker.getTypeOfSymbol(property), checker, isAll, depth + 1)]);
  const entries = entriesOf(properties, isFull).filter(([, value]) => value !== undefined);
  // If all fields are optional, one is given: a write needs at least one.
  return Object.fromEntries(entries.length > 0 ? entries : entriesOf(properties.slice(0, 1), true));
}
