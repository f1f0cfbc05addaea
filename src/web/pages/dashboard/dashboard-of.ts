import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryOf } from '../../api/hooks';
import { listFilter } from '../../app/list-filter';
import { VENDOR_GROUP, type VendorGroupSearch } from '../../app/vendor-group';
import {
  DashboardDocument,
  DashboardOfDocument,
  type DashboardOfQuery,
  type DashboardOfQueryVariables,
  type DashboardQuery,
} from './dashboard.generated';

export type Dashboard = DashboardOfQuery['dashboard'];

export const GROUP_FILTER = listFilter<VendorGroupSearch, DashboardOfQueryVariables['filter']>(VENDOR_GROUP);

/** The days that the board report is about; this quarter, if not given. */
export interface ReportPeriod {
  reportFrom?: string;
  reportTo?: string;
}

interface Shown {
  dashboard: Dashboard & { reportUrl?: string };
  /** Those that are overdue; not known of a group of vendors. */
  assessments?: DashboardQuery['assessments'];
}

/** The dashboard of all vendors, or of a group of them. */
export function useDashboard(group: VendorGroupSearch, moment: string | undefined): UseQueryResult<Shown> {
  const isGroup = GROUP_FILTER.isSet(group);
  const all = useQuery({ ...queryOf(DashboardDocument, {}, moment), enabled: !isGroup });
  const some = useQuery({
    ...queryOf(DashboardOfDocument, { filter: GROUP_FILTER.filterOf(group) }, moment),
    enabled: isGroup,
    placeholderData: keepPreviousData as never,
  });
  return (isGroup ? some : all) as UseQueryResult<Shown>;
}
