/** Tests run in the worker's own context: what they import is what other files of the worker imported. */
const { ModuleMocker } = require('jest-mock');

// As in production. Several packages do more work otherwise.
process.env.NODE_ENV = 'production';

class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #exit = process.exit;
  #console = globalThis.console;

  setup() {
    Error.stackTraceLimit = 30; // jest sets 100, which makes every error slow
    const mocker = this.moduleMocker;
    globalThis.jest = {
      fn: mocker.fn.bind(mocker),
      restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      setTimeout: (ms) => void (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
    };
  }

  teardown() {
    this.moduleMocker.restoreAllMocks();
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
    process.exit = this.#exit;
    globalThis.console = this.#console;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}

module.exports = SharedEnvironment;
