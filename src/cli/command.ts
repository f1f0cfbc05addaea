/** Appended to a command's help. */
export function examples(...commands: string[]): string {
  return ['', 'Examples:', ...commands.map((command) => `  npm run cli -- ${command}`)].join('\n');
}

/** What a command does, from a module that is loaded when it runs, with all that it needs: help and wrong usage don't wait for that. */
export function later<Given extends unknown[]>(load: () => Promise<(...given: Given) => Promise<void>>) {
  return async (...given: Given): Promise<void> => (await load())(...given);
}
