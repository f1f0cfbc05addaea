import type { LinkProps } from '@tanstack/react-router';
import {
  type Icon,
  IconAlertTriangle,
  IconBooks,
  IconBuilding,
  IconCertificate,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardText,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
} from '../theme/icons';
import type { Permission } from './session';

export interface Destination {
  to: LinkProps['to'];
  label: string;
  icon: Icon;
  /** Shown to users with any of these permissions. */
  permissions: [Permission, ...Permission[]];
}

/** The areas of the application, in menu order. */
export const DESTINATIONS: Destination[] = [
  { to: '/my-work', label: 'My work', icon: IconClipboardText, permissions: ['vendors:view', 'assessments:view'] },
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, permissions: ['assessments:view'] },
  { to: '/vendors', label: 'Vendors', icon: IconBuilding, permissions: ['vendors:view'] },
  { to: '/vendor-requests', label: 'Vendor requests', icon: IconInbox, permissions: ['vendors:request', 'vendors:create'] },
  { to: '/certifications', label: 'Certifications', icon: IconCertificate, permissions: ['vendors:view'] },
  { to: '/tasks', label: 'Shared responsibility', icon: IconShieldCheck, permissions: ['vendors:view'] },
  { to: '/assessments', label: 'Assessments', icon: IconClipboardCheck, permissions: ['assessments:view'] },
  { to: '/answers', label: 'Answers', icon: IconClipboardText, permissions: ['assessments:view'] },
  { to: '/findings', label: 'Risk register', icon: IconAlertTriangle, permissions: ['assessments:view'] },
  { to: '/acceptances', label: 'Risk acceptances', icon: IconShieldCheck, permissions: ['assessments:view'] },
  { to: '/analysis', label: 'Analysis', icon: IconChartBar, permissions: ['vendors:view', 'assessments:view'] },
  { to: '/templates', label: 'Templates', icon: IconListCheck, permissions: ['templates:view'] },
  { to: '/frameworks', label: 'Frameworks', icon: IconSitemap, permissions: ['frameworks:view'] },
  { to: '/library', label: 'Library', icon: IconBooks, permissions: ['frameworks:view', 'templates:view'] },
  { to: '/audit', label: 'Audit log', icon: IconHistory, permissions: ['audit:view'] },
  {
    to: '/settings',
    label: 'Settings',
    icon: IconSettings,
    permissions: ['settings:manage', 'users:manage', 'roles:manage', 'api:manage'],
  },
];
