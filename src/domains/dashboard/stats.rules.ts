import { CONTRACT_VALUES } from '../vendor/vendor.rules';

/** What groups are called. Pure: no database, no framework. */

/** Those that have nothing of what is counted by. */
const WITHOUT: Record<string, string> = {
  TIER: 'Not classified',
  OWNER: 'Without an owner',
  TAG: 'Without a tag',
  DATA_SENSITIVITY: 'Without a data sensitivity',
  GEOGRAPHIC_RISK: 'Without a geographic risk',
  CONTRACT_VALUE: 'Without a contract value',
  PORTFOLIO: 'Without a portfolio',
  CONTROL: 'Without a control',
  TEMPLATE: 'Without a template',
};

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const WORDS: Record<string, string> = { HIGH_RISK_JURISDICTION: 'High-risk jurisdiction', ...CONTRACT_VALUES };

/** RISK_ACCEPTED to Risk accepted. */
function words(name: string): string {
  const text = name.replaceAll('_', ' ').toLowerCase();
  return WORDS[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** 2026-11 to November 2026. */
function monthOf(key: string): string {
  const [year, month] = key.split('-');
  return `${MONTHS[Number(month) - 1]} ${year}`;
}

/** Tags and codes are what they are called. */
const AS_THEY_ARE = new Set(['TAG', 'CONTROL']);

export function labelOf(by: string, key: string | null): string {
  if (key === null) return WITHOUT[by] ?? 'Others';
  if (by === 'CREATED_MONTH') return monthOf(key);
  return AS_THEY_ARE.has(by) ? key : words(key);
}
