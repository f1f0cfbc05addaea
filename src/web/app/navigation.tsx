import type { LinkProps } from '@tanstack/react-router';
import {
  type Icon,
  IconAlertTriangle,
  IconBooks,
  IconBuilding,
  IconCertificate,
  IconChartBar,
  IconCircleCheck,
  IconClipboardCheck,
  IconClipboardText,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconUsers,
} from '../theme/icons';
import type { Permission } from './session';

export interface Destination {
  to: LinkProps['to'];
  label: string;
  icon: Icon;
  /** Those that belong together stand together. */
  group: 'start' | 'vendors' | 'assessments' | 'risks' | 'library' | 'administration';
  /** Shown to users with any of these permissions. */
  permissions: [Permission, ...Permission[]];
}

/** The areas of the application, in menu order. */
export const DESTINATIONS: Destination[] = [
  { to: '/my-work', label: 'My work', icon: IconCircleCheck, group: 'start', permissions: ['vendors:view', 'assessments:view'] },
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, group: 'start', permissions: ['assessments:view'] },
  { to: '/vendors', label: 'Vendors', icon: IconBuilding, group: 'vendors', permissions: ['vendors:view'] },
  {
    to: '/vendor-requests',
    label: 'Vendor requests',
    icon: IconInbox,
    group: 'vendors',
    permissions: ['vendors:request', 'vendors:create'],
  },
  { to: '/certifications', label: 'Certifications', icon: IconCertificate, group: 'vendors', permissions: ['vendors:view'] },
  { to: '/tasks', label: 'Shared responsibility', icon: IconUsers, group: 'vendors', permissions: ['vendors:view'] },
  { to: '/assessments', label: 'Assessments', icon: IconClipboardCheck, group: 'assessments', permissions: ['assessments:view'] },
  { to: '/answers', label: 'Answers', icon: IconClipboardText, group: 'assessments', permissions: ['assessments:view'] },
  { to: '/findings', label: 'Risk register', icon: IconAlertTriangle, group: 'risks', permissions: ['assessments:view'] },
  { to: '/acceptances', label: 'Risk acceptances', icon: IconShieldCheck, group: 'risks', permissions: ['assessments:view'] },
  { to: '/analysis', label: 'Analysis', icon: IconChartBar, group: 'risks', permissions: ['vendors:view', 'assessments:view'] },
  { to: '/templates', label: 'Templates', icon: IconListCheck, group: 'library', permissions: ['templates:view'] },
  { to: '/frameworks', label: 'Frameworks', icon: IconSitemap, group: 'library', permissions: ['frameworks:view'] },
  { to: '/library', label: 'Library', icon: IconBooks, group: 'library', permissions: ['frameworks:view', 'templates:view'] },
  { to: '/audit', label: 'Audit log', icon: IconHistory, group: 'administration', permissions: ['audit:view'] },
  {
    to: '/settings',
    label: 'Settings',
    icon: IconSettings,
    group: 'administration',
    permissions: ['settings:manage', 'users:manage', 'roles:manage', 'api:manage'],
  },
];
