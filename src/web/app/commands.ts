import type { LinkProps } from '@tanstack/react-router';
import { SECTIONS } from '../pages/settings/sections';
import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconBooks,
  IconBuilding,
  IconClipboardCheck,
  IconFileImport,
  IconInbox,
  IconKey,
  IconListCheck,
  IconSend,
  IconSettings,
  IconUpload,
} from '../theme/icons';
import { DESTINATIONS } from './navigation';
import { type Me, mayDo, type Permission } from './session';

/** What can be done or opened by its name. */
export interface Command {
  label: string;
  /** Other words for it. */
  words?: string;
  icon: Icon;
  to: LinkProps['to'];
  search?: object;
}

interface Allowed extends Command {
  /** Any of these; none: everyone. */
  permissions: Permission[];
}

/** Each leads to where something is created or changed. */
const ACTIONS: Allowed[] = [
  { label: 'New vendor', words: 'create add supplier', icon: IconBuilding, to: '/vendors/new', permissions: ['vendors:create'] },
  {
    label: 'Send questionnaire',
    words: 'new create assessment',
    icon: IconSend,
    to: '/assessments/new',
    permissions: ['assessments:create'],
  },
  {
    label: 'Send questionnaire to several vendors',
    words: 'bulk assessments',
    icon: IconClipboardCheck,
    to: '/assessments/send',
    permissions: ['assessments:create'],
  },
  { label: 'New finding', words: 'create add risk', icon: IconAlertTriangle, to: '/findings/new', permissions: ['assessments:review'] },
  {
    label: 'New template',
    words: 'create questionnaire',
    icon: IconListCheck,
    to: '/templates',
    search: { new: true },
    permissions: ['templates:create'],
  },
  {
    label: 'Request a vendor',
    words: 'ask new intake supplier',
    icon: IconInbox,
    to: '/vendor-requests/new',
    permissions: ['vendors:request'],
  },
  {
    label: 'Import vendors',
    words: 'csv upload',
    icon: IconUpload,
    to: '/vendors/import',
    permissions: ['vendors:create', 'vendors:edit'],
  },
  { label: 'Import template', words: 'questionnaire', icon: IconFileImport, to: '/templates/import', permissions: ['templates:create'] },
  { label: 'Import framework', words: 'controls', icon: IconBooks, to: '/frameworks/import', permissions: ['frameworks:edit'] },
];

const PAGES: Allowed[] = [
  ...DESTINATIONS,
  { label: 'Notifications', icon: IconBell, to: '/notifications', permissions: [] },
  { label: 'Account and password', words: 'profile second factor', icon: IconKey, to: '/account', permissions: [] },
  ...SECTIONS.map(({ to, label, permission }) => ({
    label: `Settings: ${label}`,
    icon: IconSettings,
    to,
    permissions: [permission],
  })),
];

const allowedTo =
  (me: Me) =>
  ({ permissions }: Allowed) =>
    permissions.length === 0 || mayDo(me, ...permissions);

/** What the user may do; nothing in the past, which can only be seen. */
export const actionsOf = (me: Me, isPast: boolean): Command[] => (isPast ? [] : ACTIONS.filter(allowedTo(me)));

export const pagesOf = (me: Me): Command[] => PAGES.filter(allowedTo(me));

/** Whether every typed word begins one of its words. */
export function isMeant({ label, words = '' }: Command, typed: string): boolean {
  const own = wordsOf(`${label} ${words}`);
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
