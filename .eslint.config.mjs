import process from 'node:process';
import js from '@eslint/js';
import ts from 'typescript-eslint';

/** The folders of src, from the bottom up: each may import those before it. docs/ARCHITECTURE.md explains them. */
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
/** The domains, likewise. */
const DOMAINS = [
  'audit',
  'file',
  'settings',
  'user',
  'framework',
  'template',
  'vendor',
  'certification',
  'assessment',
  'evidence',
  'finding',
  'occasion',
  'scoring',
  'mail',
  'account',
  'sign-on',
  'scim',
  'portal',
  'remediation',
  'review',
  'comparison',
  'compliance',
  'portfolio',
  'intake',
  'dashboard',
  'changes-between',
  'record',
  'log',
  'feed',
  'notification',
  'webhook',
  'saved-view',
  'search',
  'work',
];
/** The files directly in src assemble everything: no folder imports them. */
const TOP =
  'app|bootstrap|cli|entities|jobs|main|open-database|read-import|resolvers|schema|serve|server|start-errors|workers|mikro-orm\\.config';

const SQL = {
  regex: '/database/sql$',
  allowTypeImports: true,
  message: 'SQL belongs in stores (*.store.ts): see docs/CONTRIBUTING.md.',
};
const BUT_RULES = {
  regex: '/src/domains/(?!.*\\.rules$)',
  message: 'The facade may only import pure rules (*.rules.ts) from a domain: it uses GraphQL documents (docs/ARCHITECTURE.md).',
};
const HOOK_AFTER_RETURN = {
  selector:
    'IfStatement:has(> ReturnStatement.consequent, > BlockStatement.consequent:has(> ReturnStatement)) ~ * CallExpression[callee.name=/^use[A-Z]/]',
  message: 'React fails where a hook is called in some renderings only: call it before the first return.',
};
const restricted = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

const oneWay = (name) => `Imports go one way: ${name} depends only on what comes before it (docs/ARCHITECTURE.md).`;
const after = (list, name) => list.slice(list.indexOf(name) + 1).join('|') || '-';

/** What a folder may not import. */
const roomsAfter = (room) => ({
  regex: `^(\\.\\./)+((${after(ROOMS, room)}|cli)/|rest-facade/|(${TOP})$)`,
  message: oneWay(`src/${room}`),
});
/** What a domain may not import. */
const domainsAfter = (domain) => ({
  regex: `^(\\.\\./)+(domains/)?(${after(DOMAINS, domain)})/`,
  message: oneWay(`src/domains/${domain}`),
});

/** Forbids these imports in a folder of src, and SQL outside its stores. */
const folder = (name, ...patterns) => [
  { files: [`src/${name}/**/*.ts`], rules: restricted(...patterns, SQL) },
  { files: [`src/${name}/**/*.store.ts`], rules: restricted(...patterns) },
];
const HOLD_SQL = ['database', 'graphql'];
const rooms = ROOMS.flatMap((room) =>
  HOLD_SQL.includes(room) ? [{ files: [`src/${room}/**/*.ts`], rules: restricted(roomsAfter(room)) }] : folder(room, roomsAfter(room)),
);
const domains = DOMAINS.flatMap((domain) => folder(`domains/${domain}`, roomsAfter('domains'), domainsAfter(domain)));

/** Rules that need types, which take longer than all others: a deliberately unawaited promise is marked with void. */
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
  ...domains,
  { files: ['src/web/**/*.tsx'], rules: { 'no-restricted-syntax': ['error', HOOK_AFTER_RETURN] } },
  { files: ['src/*.ts', 'src/cli/**/*.ts'], ignores: ['**/*.store.ts'], rules: restricted(SQL) },
  { files: ['rest-facade/**/*.ts'], rules: restricted(SQL, BUT_RULES) },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { module: 'writable', process: 'readonly', require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  { files: ['docs/*.mjs'], languageOptions: { globals: { Buffer: 'readonly', console: 'readonly', process: 'readonly' } } },
);
