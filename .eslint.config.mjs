import process from 'node:process';
import js from '@eslint/js';
import ts from 'typescript-eslint';

/** The rooms of src, from the bottom up: each may import those before it. docs/ARCHITECTURE.md explains them. */
const ROOMS = [
  'platform',
  'database',
  'kernel',
  'auth',
  'graphql',
  'imports',
  'domains',
  'library',
  'reports',
  'nodes',
  'operations',
  'http',
  'explorer',
];
/** The files of src itself put everything together: no room imports them. */
const TOP =
  'app|bootstrap|cli|entities|jobs|main|open-database|read-import|resolvers|schema|serve|server|start-errors|workers|mikro-orm\\.config';

const SQL = {
  regex: '/database/sql$',
  allowTypeImports: true,
  message: 'SQL stands in stores (*.store.ts): see docs/CONTRIBUTING.md.',
};
const restricted = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

/** What a room may not import, in its stores and elsewhere. */
const rooms = ROOMS.flatMap((room, i) => {
  const above = ROOMS.slice(i + 1).join('|');
  const upwards = {
    regex: `^(\\.\\./)+((${above || '-'}|cli)/|rest-facade/|(${TOP})$)`,
    message: `Imports run one way: src/${room} knows only the rooms before it (docs/ARCHITECTURE.md).`,
  };
  const holdsSql = room === 'database' || room === 'graphql';
  return [
    { files: [`src/${room}/**/*.ts`], rules: restricted(upwards, ...(holdsSql ? [] : [SQL])) },
    { files: [`src/${room}/**/*.store.ts`], rules: restricted(upwards) },
  ];
});

/** Rules that need types, which takes longer than all others: a promise that nobody waits for says so by void. */
const typed = {
  files: ['src/**/*.{ts,tsx}', 'rest-facade/**/*.ts', 'test/**/*.ts'],
  languageOptions: {
    parserOptions: { project: ['tsconfig.json', 'src/web/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
  },
  rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/no-misused-promises': 'error' },
};

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'data/', 'coverage/', '**/*.generated.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      'no-console': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // type-graphql and MikroORM name classes in decorators, where a type import would be undefined at run time.
      'no-control-regex': 'off',
    },
  },
  ...(process.env.LINT === 'fast' ? [] : [typed]),
  ...rooms,
  { files: ['src/*.ts', 'src/cli/**/*.ts', 'rest-facade/**/*.ts'], ignores: ['**/*.store.ts'], rules: restricted(SQL) },
);
