/**
 * Loads modules as Node itself does, once for all test files of a worker. Jest's own runtime loads them anew for each file, in a
 * context of its own, where everything is slower: the tests took twice as long. So a test file must leave shared modules as it found
 * them, and can't use jest.mock.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');

const sourceMaps = new Map();

class SharingRuntime {
  constructor(_config, _environment, _resolver, transformer, _cacheFS, _coverageOptions, testPath) {
    this.testPath = testPath;
    loadTypeScript(transformer);
  }

  requireModule(path) {
    if (path === this.testPath) delete require.cache[path];
    return require(path);
  }

  /** Jest's own modules keep the state of a file. */
  requireInternalModule(path) {
    for (const loaded of Object.keys(require.cache)) if (KEEPS_STATE.test(loaded)) delete require.cache[loaded];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {}
}

const KEEPS_STATE = /\/node_modules\/(jest-circus|@jest\/expect|expect|jest-snapshot|@jest\/expect-utils)\//;

/** How jest compiles TypeScript, with its cache on disk. */
function loadTypeScript(transformer) {
  const options = {
    isInternalModule: false,
    supportsDynamicImport: true,
    supportsExportNamespaceFrom: false,
    supportsStaticESM: false,
    supportsTopLevelAwait: false,
    collectCoverage: false,
    collectCoverageFrom: [],
    coverageProvider: 'babel',
    changedFiles: undefined,
    sourcesRelatedToTestsInChangedFiles: undefined,
  };
  Module._extensions['.ts'] ??= (module, filename) => {
    const { code, sourceMapPath } = transformer.transform(filename, options, readFileSync(filename, 'utf8'));
    if (sourceMapPath) sourceMaps.set(filename, sourceMapPath);
    module._compile(code, filename);
  };
}

module.exports = { __esModule: true, default: SharingRuntime };
