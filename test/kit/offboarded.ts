import { PDF } from './files';
import type { TestServer } from './server';

interface Step {
  id: string;
  kind: string;
  label: string;
  isDone: boolean;
  note: string | null;
  evidence: { fileName: string }[];
  doneAt: string | null;
  doneByName: string | null;
}

interface Leaving {
  id: string;
  status: string;
  revision: number;
  offboarding: { startedAt: string; reason: string | null; isComplete: boolean; steps: Step[] } | null;
}

const FIELDS = `vendor { id status revision offboarding { startedAt reason isComplete steps {
  id kind label isDone note evidence { fileName } doneAt doneByName } } }`;

type Change = 'startOffboarding' | 'updateOffboardingStep' | 'archiveVendor' | 'reactivateVendor';

const INPUTS: Record<Change, string> = {
  startOffboarding: 'StartOffboardingInput',
  updateOffboardingStep: 'UpdateOffboardingStepInput',
  archiveVendor: 'IdInput',
  reactivateVendor: 'IdInput',
};

/** The mutation of a vendor's way out, with its document. */
export const leaving = (change: Change) => `mutation ($input: ${INPUTS[change]}!) { ${change}(input: $input) { ${FIELDS} } }`;

export async function leave(server: TestServer, change: Change, input: object): Promise<Leaving> {
  return (await server.admin.data<Record<Change, { vendor: Leaving }>>(leaving(change), { input }))[change].vendor;
}

export async function attach(server: TestServer, fields: Record<string, string>, name = 'proof.pdf'): Promise<string> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([PDF]), name);
  const response = await server.admin.fetch('/files', { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

/** Does every step, and archives the vendor. */
export async function archive(server: TestServer, id: string): Promise<Leaving> {
  const { offboarding } = await leave(server, 'startOffboarding', { id });
  for (const step of offboarding!.steps) {
    if (step.kind === 'DATA') await attach(server, { offboardingStepId: step.id });
    await leave(server, 'updateOffboardingStep', { id: step.id, isDone: true });
  }
  return leave(server, 'archiveVendor', { id });
}
