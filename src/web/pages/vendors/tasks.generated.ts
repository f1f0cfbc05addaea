/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ResponsibilityActionFilter = {
  assigneeId?: string | null | undefined;
  query?: string | null | undefined;
  status?: Array<ResponsibilityStatus> | null | undefined;
  vendorId?: string | null | undefined;
};

export type ResponsibilityStatus =
  | 'COMPLETED'
  | 'IN_PROGRESS'
  | 'NOT_APPLICABLE'
  | 'PENDING';

export type TasksQueryVariables = Exact<{
  filter?: ResponsibilityActionFilter | null | undefined;
  offset?: number | null | undefined;
}>;


export type TasksQuery = { responsibilityActions: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, revision: number, status: ResponsibilityStatus, controlCode: string, controlTitle: string, frameworkName: string, certificationName: string, notes: string | null, completedAt: string | null, updatedAt: string, assignee: { id: string, name: string } | null, vendor: { id: string, name: string } }> } };

export const TasksDocument = operation<TasksQuery, TasksQueryVariables>(`query Tasks($filter: ResponsibilityActionFilter, $offset: Int) {
  responsibilityActions(first: 100, offset: $offset, filter: $filter) {
    totalCount
    csvUrl
    nodes {
      id
      revision
      status
      controlCode
      controlTitle
      frameworkName
      certificationName
      notes
      completedAt
      updatedAt
      assignee {
        id
        name
      }
      vendor {
        id
        name
      }
    }
  }
}`);
