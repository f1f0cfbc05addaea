import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** A Jest reporter: writes failed tests, one per line, to the file in FAILURES_FILE. */
export default class Failures {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    const file = process.env.FAILURES_FILE;
    if (!file) return;
    const lines = testResults.flatMap(({ testFilePath, testResults: tests, testExecError }) => {
      const name = path.relative(this.rootDir, testFilePath);
      const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`);
      return failed.length === 0 && testExecError ? [`${name}: the file itself`] : failed;
    });
    try {
      writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    } catch (error) {
      process.stderr.write(`${file} can't be written: ${error.message}\n`); // a failure to write the list must not fail the tests
    }
  }
}
