import { OFFBOARDING_STEPS, STEP_KINDS } from '../../domains/vendor/offboarding.rules';
import { timestamp } from './calendar';
import { Random } from './random';
import type { Scene } from './scene';
import type { Vendor } from './vendor';
import type { Actor } from './world';

/** Vendors that somebody requested, and what became of that. Those that aren't approved haven't been classified. */
const REQUESTS: Readonly<Record<number, { state: 'REQUESTED' | 'APPROVED' | 'REJECTED'; note: string | null }>> = {
  16: { state: 'REQUESTED', note: null },
  20: { state: 'APPROVED', note: 'Please start with the security baseline.' },
  33: { state: 'REJECTED', note: 'We already have a vendor for this; please use that one.' },
};

/** A vendor that we are about to part with. */
const LEAVING = 5;

const isRequested = ({ index }: Pick<Vendor, 'index'>) => index in REQUESTS;

/** What a vendor's row says of its way in and out. */
export function statusOf(
  scene: Scene,
  vendor: Vendor,
): { status: string; offboarding_started_at: string | null; offboarding_reason: string | null } {
  const leaves = vendor.index === LEAVING;
  const status = { REQUESTED: 'REQUESTED', APPROVED: 'ACTIVE', REJECTED: 'ARCHIVED' }[REQUESTS[vendor.index]?.state ?? 'APPROVED'];
  return {
    status: leaves ? 'OFFBOARDING' : status,
    offboarding_started_at: leaves ? timestamp(startedAt(scene, vendor)) : null,
    offboarding_reason: leaves ? 'The service moves to another vendor at the end of the quarter.' : null,
  };
}

/** A separate stream, so that the rest of the portfolio stays as it is. */
const streamOf = ({ world }: Scene, { index }: Vendor) => new Random(world.seed, 'intake', index);

const startedAt = (scene: Scene, vendor: Vendor) => scene.world.calendar.work(streamOf(scene, vendor), 2);

/** How it came: created by somebody, or requested. */
export function noteCreation(scene: Scene, vendor: Vendor, by: Actor, at: number): void {
  if (!isRequested(vendor)) scene.note('CREATE_VENDOR', { at, by, entity: { type: 'Vendor', id: vendor.id, name: vendor.name } });
}

interface RequestedRow {
  website: string | null;
  dataSensitivity: string | null;
  contractValue: string | null;
  geographicRisk: string | null;
}

/** The request that a vendor came with, if it did. */
export function addRequest(scene: Scene, vendor: Vendor, row: RequestedRow, { by, at }: { by: Actor; at: number }): void {
  const request = REQUESTS[vendor.index];
  if (!request) return;
  const { batch, people } = scene;
  const random = streamOf(scene, vendor);
  const { state, note } = request;
  const id = random.uuid();
  const entity = { type: 'VendorRequest', id, name: vendor.name };
  const decider = random.pick(people.owners);
  const isDecided = state !== 'REQUESTED';
  const decidedAt = at + 5 * 3_600_000;
  batch.add('vendor_request', {
    id,
    created_at: timestamp(at),
    updated_at: timestamp(isDecided ? decidedAt : at),
    revision: isDecided ? 2 : 1,
    vendor_id: vendor.id,
    name: vendor.name,
    website: row.website,
    reason: 'Needed for a project that starts next month.',
    state,
    answers: JSON.stringify([{ questionId: random.uuid(), question: 'Will the vendor process personal data for us?', value: 'NO' }]),
    data_sensitivity: row.dataSensitivity,
    contract_value: row.contractValue,
    geographic_risk: row.geographicRisk,
    tier: vendor.tier,
    requested_by_id: by.userId,
    requested_by_name: by.userName,
  });
  scene.note('CREATE_VENDOR_REQUEST', { at, by, entity, meta: { tier: vendor.tier } });
  if (!isDecided) return;
  batch.add('intake_decision', {
    id: random.uuid(),
    created_at: timestamp(decidedAt),
    request_id: id,
    decided_by_id: decider.userId,
    decided_by_name: decider.userName,
    note,
  });
  scene.note('DECIDE_VENDOR_REQUEST', { at: decidedAt, by: decider, entity, meta: { from: 'REQUESTED', to: state } });
}

/** The checklist of a vendor that leaves, with its first step done. */
export function addOffboarding(scene: Scene, vendor: Vendor): void {
  if (vendor.index !== LEAVING) return;
  const random = streamOf(scene, vendor);
  const { owner, id, name } = vendor;
  const at = startedAt(scene, vendor);
  const doneAt = at + 1_800_000;
  const entity = { type: 'Vendor', id, name };
  scene.note('START_OFFBOARDING', { at, by: owner, entity });
  STEP_KINDS.forEach((kind, n) => {
    const isDone = n === 0;
    scene.batch.add('offboarding_step', {
      id: random.uuid(),
      vendor_id: id,
      kind,
      is_done: isDone,
      note: isDone ? 'All accounts are disabled, and the badges are back.' : null,
      done_at: isDone ? timestamp(doneAt) : null,
      done_by_id: isDone ? owner.userId : null,
      done_by_name: isDone ? owner.userName : null,
    });
  });
  scene.note('UPDATE_OFFBOARDING', { at: doneAt, by: owner, entity, meta: { step: OFFBOARDING_STEPS.ACCESS, isDone: true } });
}
