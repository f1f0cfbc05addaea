import { frameworksNamed } from '../../domains/certification/certification.rules';
import { unitBuying } from './business-units';
import { DAY, date, timestamp } from './calendar';
import { upload } from './documents';
import { addOffboarding, addRequest, noteCreation, requestedFields, statusOf } from './intake';
import { Random } from './random';
import type { Scene } from './scene';
import { type Service, SERVICES } from './services';
import * as phrases from './phrases';
import type { Actor, People } from './world';

/** A vendor's profile, before anything happens with it. */
export interface Vendor {
  id: string;
  /** From 0. */
  index: number;
  name: string;
  domain: string;
  service: Service;
  /** Null: not classified yet. */
  tier: string | null;
  owner: Actor;
  /** From 0 to 1: how much of what is expected it does at the beginning, and today. */
  quality: { before: number; now: number };
  /** The first vendors of the portfolio have full details; the many that may follow have fewer. */
  isDetailed: boolean;
}

export const externalId = (index: number) => `DEMO-${String(index + 1).padStart(6, '0')}`;

const NOUNS = SERVICES.flatMap((service) => service.nouns.map((noun) => ({ noun, service })));

/** The number of different names available. */
export const MOST_VENDORS = 100_000;

/** A unique name: in each round every coined word occurs once, each time with a different noun. */
function nameOf(index: number, shift: number): { name: string; service: Service } {
  const coined = (index * 1_109 + shift) % phrases.COINED.length;
  const round = Math.floor(index / phrases.COINED.length);
  const { noun, service } = NOUNS[(coined * 7 + round) % NOUNS.length]!;
  return { name: `${phrases.COINED[coined]} ${noun}`, service };
}

export interface Lot {
  index: number;
  /** Its rank among its neighbours, from 0 (worst) to 1. */
  standing: number;
  /** Shared by all vendors of a seed. */
  shift: number;
  isNew: boolean;
  isDetailed: boolean;
}

export function makeVendor(random: Random, people: People, { index, standing, shift, isNew, isDetailed }: Lot): Vendor {
  const { name, service } = nameOf(index, shift);
  const now = 0.52 + 0.48 * standing ** 0.6;
  return {
    id: random.uuid(),
    index,
    name,
    domain: `${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`,
    service,
    tier: isNew ? null : random.weighted(service.tiers),
    owner: random.pick(people.owners),
    // Most have improved; a few have got worse.
    quality: { now, before: now - (random.chance(0.12) ? -0.12 : random.int(4, 36) / 100) },
    isDetailed,
  };
}

const CONTRACTS: Record<string, readonly string[]> = {
  CRITICAL: ['FROM_1M_TO_5M', 'OVER_5M', 'FROM_250K_TO_1M'],
  HIGH: ['FROM_250K_TO_1M', 'FROM_50K_TO_250K', 'FROM_1M_TO_5M'],
  MEDIUM: ['FROM_50K_TO_250K', 'UP_TO_50K'],
  LOW: ['UP_TO_50K'],
};
const PLACES = { DOMESTIC: 4, REGIONAL: 4, GLOBAL: 2, HIGH_RISK_JURISDICTION: 1 };
const PLACE_TAGS: Record<string, string[]> = { DOMESTIC: [], REGIONAL: ['eu'], GLOBAL: ['global'], HIGH_RISK_JURISDICTION: ['offshore'] };

/** The vendor's own row, created by a person some time before the first assessment. */
export function addVendor(scene: Scene, vendor: Vendor, { createdAt, assessments }: { createdAt: number; assessments: number }): void {
  const { batch, people } = scene;
  const { calendar, seed } = scene.world;
  // A separate stream, so that the profile stays the same from day to day, however the calendar changes the rest.
  const random = new Random(seed, 'profile', vendor.index);
  const { id, index, name, domain, service, tier, owner } = vendor;
  const place = tier && random.weighted(PLACES);
  const contact = random.chance(0.8) ? `${random.pick(phrases.FIRST_NAMES)} ${random.pick(phrases.LAST_NAMES)}` : null;
  const creator = random.pick(people.managers);
  const entity = { type: 'Vendor', id, name };
  noteCreation(scene, vendor, creator, createdAt);
  const isUpdated = tier !== null && calendar.daysAgo(createdAt) > 60 && random.chance(0.4);
  const updatedAt = isUpdated ? calendar.work(random, random.int(1, calendar.daysAgo(createdAt) - 30)) : createdAt;
  if (isUpdated) {
    scene.note('UPDATE_VENDOR', { at: updatedAt, by: owner, entity, meta: { fields: ['contractRenewalDate', 'contractValue'] } });
  }
  const row = {
    id,
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
    revision: isUpdated ? 2 : 1,
    name,
    external_id: externalId(index),
    contact_name: contact,
    contact_email: `${random.pick(phrases.MAILBOXES)}@${domain}`,
    tier,
    website: random.chance(0.9) ? `https://${domain}` : null,
    notes: tier ? (random.chance(0.3) ? random.pick(phrases.VENDOR_NOTES) : null) : 'New: not yet classified.',
    service_description: random.pick(service.descriptions),
    data_sensitivity: tier && random.weighted(service.data),
    contract_renewal_date: tier && random.chance(0.9) ? date(calendar.today + random.int(10, 720) * DAY) : null,
    contract_value: tier && random.pick(CONTRACTS[tier]!),
    geographic_risk: place,
    tags: place ? [...service.tags, ...PLACE_TAGS[place]!] : ['new'],
    owner_id: tier ? owner.userId : null,
    portfolio_id: tier ? unitBuying(seed, service) : null,
    assessment_count: assessments,
    ...statusOf(scene, vendor),
    ...requestedFields(scene, vendor),
  };
  batch.add('vendor', row);
  const { website, service_description: serviceDescription, ...others } = row;
  const { data_sensitivity: dataSensitivity, contract_value: contractValue, geographic_risk: geographicRisk } = others;
  const requested = { website, tier: row.tier, serviceDescription, dataSensitivity, contractValue, geographicRisk };
  addRequest(scene, vendor, requested, { by: creator, at: createdAt });
  addOffboarding(scene, vendor);
}

/** Days until a certificate expires, in rotation: most are valid for a while, some expire soon, some have expired. */
const EXPIRES_IN = [210, 21, 410, -12, 130, 64, 320, 5, -70, 260];
const CERTIFIED: Record<string, number> = { CRITICAL: 0.95, HIGH: 0.75, MEDIUM: 0.4, LOW: 0.1 };
/** The first two refer to library frameworks. In large portfolios few vendors have them: each creates a list of tasks. */
const OF_FRAMEWORKS = 2;

export function addCertifications(scene: Scene, vendor: Vendor, createdAt: number): void {
  const { random } = scene;
  const { calendar } = scene.world;
  const known = calendar.daysAgo(createdAt);
  if (!vendor.tier || known < 20 || !random.chance(CERTIFIED[vendor.tier]!)) return;
  const isFrameworkNamed = vendor.isDetailed || random.chance(0.1);
  const choice = isFrameworkNamed ? phrases.CERTIFICATES : phrases.CERTIFICATES.slice(OF_FRAMEWORKS);
  const count = random.chance(vendor.isDetailed ? 0.5 : 0.1) ? 2 : 1;
  random
    .shuffled(choice)
    .slice(0, count)
    .forEach((certificate, i) => {
      const validDays = certificate.years * 365;
      const left = Math.min(EXPIRES_IN[(vendor.index * 3 + i) % EXPIRES_IN.length]!, validDays - 30);
      const expires = calendar.today + left * DAY;
      const issued = expires - validDays * DAY;
      // Far enough from both that a weekend can't interfere.
      const recorded = Math.min(known, validDays - left) - random.int(4, 12);
      addCertification(scene, vendor, { ...certificate, issued, expires, recorded });
    });
}

interface Certified {
  name: string;
  issuer: string;
  issued: number;
  expires: number;
  /** Days ago. */
  recorded: number;
}

function addCertification(scene: Scene, vendor: Vendor, { name, issuer, issued, expires, recorded }: Certified): void {
  const { batch, random, world } = scene;
  const id = random.uuid();
  const at = world.calendar.work(random, recorded);
  batch.add('certification', {
    id,
    created_at: timestamp(at),
    updated_at: timestamp(at),
    vendor_id: vendor.id,
    name,
    issuer,
    issued_date: date(issued),
    expires_date: date(expires),
  });
  const controls = frameworksNamed(name, world.frameworks).flatMap((framework) =>
    framework.sharedControls.map((control) => ({ ...control, frameworkName: framework.name })),
  );
  scene.note('CREATE_CERTIFICATION', {
    at,
    by: vendor.owner,
    entity: { type: 'Certification', id, name },
    meta: { vendorId: vendor.id, actions: controls.length },
  });
  for (const control of controls) addAction(scene, vendor, { id, name, recorded, at }, control);
  if (!vendor.isDetailed || !random.chance(0.5)) return;
  upload(scene, {
    name: `${name.replace(/[^A-Za-z0-9]+/g, '-')}-certificate.pdf`,
    lines: ['Certificate', '', name, `Holder: ${vendor.name}`, `Issued by ${issuer}`, `Valid from ${date(issued)} to ${date(expires)}`],
    at: world.calendar.workAfter(random, recorded, at),
    by: vendor.owner,
    owner: { certificationId: id },
  });
}

/** A shared-responsibility task from a certificate, and its progress. */
function addAction(
  scene: Scene,
  vendor: Vendor,
  certification: { id: string; name: string; recorded: number; at: number },
  control: { id: string; code: string; title: string; frameworkName: string },
): void {
  const { batch, random, people } = scene;
  const { calendar } = scene.world;
  const { recorded } = certification;
  const status = recorded < 6 ? 'PENDING' : random.weighted({ COMPLETED: 9, IN_PROGRESS: 4, PENDING: 5, NOT_APPLICABLE: 2 });
  const isTouched = status !== 'PENDING';
  const assignee = isTouched ? random.pick(people.owners) : null;
  const updatedAt = isTouched ? calendar.workAfter(random, random.int(1, recorded - 1), certification.at) : certification.at;
  const isDone = status === 'COMPLETED';
  const notes = isDone ? random.pick(phrases.ACTION_NOTES) : status === 'NOT_APPLICABLE' ? phrases.NOT_APPLICABLE_NOTE : null;
  const id = random.uuid();
  batch.add('responsibility_action', {
    id,
    created_at: timestamp(certification.at),
    updated_at: timestamp(updatedAt),
    revision: isTouched ? 2 : 1,
    vendor_id: vendor.id,
    certification_id: certification.id,
    certification_name: certification.name,
    control_id: control.id,
    control_code: control.code,
    control_title: control.title,
    framework_name: control.frameworkName,
    status,
    assignee_id: assignee && assignee.userId,
    notes,
    completed_at: isDone ? timestamp(updatedAt) : null,
  });
  if (!assignee) return;
  const entity = { type: 'ResponsibilityAction', id, name: `${control.code} ${control.title}` };
  const fields = ['status', ...(notes ? ['notes'] : []), 'assignee'];
  scene.note('UPDATE_RESPONSIBILITY', { at: updatedAt, by: assignee, entity, meta: { fields, status } });
}
