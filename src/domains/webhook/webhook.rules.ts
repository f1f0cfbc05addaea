import os from 'node:os';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Permission } from '../../kernel/permission-list';
import type { Services } from '../../kernel/context';
import { badInput, forbidden } from '../../kernel/errors';
import type { Caller } from '../../kernel/caller';
import { hostnameOf, outgoingAddresses, type OutgoingRules, Refused } from '../../platform/outgoing';
import { plainAddress } from '../../platform/addresses';
import { audienceOf, EVENT_TYPES } from '../feed/event-types';

/** Nobody has a webhook told what they may not see themselves. */
export function assertMayHear({ permissions }: Caller, types: readonly string[]): void {
  if (permissions.has('audit:view')) return;
  if (types.length === 0) throw forbidden('Forbidden: a webhook for every type needs the permission audit:view');
  const beyond = types.filter((type) => !neededFor(type).every((permission) => permissions.has(permission)));
  if (beyond.length > 0) throw forbidden(`You can't choose types that you may not see: ${beyond.slice(0, 5).join(', ')}`);
}

/** Files belong to vendors and to assessments: whoever hears of all of them sees both; of all requests, who sees more than their own. */
function neededFor(type: string): Permission[] {
  const audience = audienceOf(type);
  if (audience === 'request') return ['vendors:create'];
  return audience === 'file' ? ['vendors:view', 'assessments:view'] : [audience];
}

/** Each type once. */
export function checkedTypes(types: readonly string[]): string[] {
  const unknown = types.filter((type) => !EVENT_TYPES.has(type));
  if (unknown.length > 0)
    throw badInput({ types: `has no such type: ${unknown.slice(0, 5).join(', ').slice(0, 200)}; eventTypes lists them` });
  return [...new Set(types)];
}

/** Where webhooks may lead. */
export function outgoingRules({ config, publicUrl, listensOn }: Services): OutgoingRules {
  const { allow, resolve } = config.webhooks;
  return { allow, resolve, isOwn: isOwn(publicUrl, listensOn) };
}

function isOwn(publicUrl: string, listensOn: string): OutgoingRules['isOwn'] {
  const shown = placeOf(publicUrl);
  const real = placeOf(listensOn);
  return ({ hostname, port, address }) => {
    if (shown?.port === port && (shown.hostname === hostname.toLowerCase() || shown.hostname === plain(address))) return true;
    if (real?.port !== port) return false;
    const given = plain(address ?? hostname);
    if (!isIP(real.hostname)) return real.hostname === hostname.toLowerCase() || isLoopback(given);
    return isUnspecified(real.hostname) ? isOfThisMachine(given) : plain(real.hostname) === given || isUnspecified(given);
  };
}

function placeOf(text: string): { hostname: string; port: number } | undefined {
  if (!text) return undefined;
  const url = new URL(text);
  return { hostname: hostnameOf(url), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
}

const plain = (address: string | undefined) => (address && isIP(address) ? plainAddress(address) : '');
const isUnspecified = (address: string) => address === '0.0.0.0' || address === '::';
const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

function isOfThisMachine(address: string): boolean {
  if (isUnspecified(address) || isLoopback(address)) return true;
  return Object.values(os.networkInterfaces()).some((some) => some?.some((one) => plainAddress(one.address.split('%')[0]!) === address));
}

/** Throws unless a webhook may lead there. */
export async function assertMayLeadTo(services: Services, text: string): Promise<void> {
  const say = (fault: string) => badInput({ url: fault });
  if (!URL.canParse(text)) throw say('must be an address, such as https://hooks.example.org/vetgraph');
  try {
    await outgoingAddresses(new URL(text), outgoingRules(services));
  } catch (error) {
    throw error instanceof Refused ? say(error.message) : error;
  }
}
