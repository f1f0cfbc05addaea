/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MyWorkCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyWorkCountsQuery = { myWork: { counts: { total: number, overdue: number, thisWeek: number } } };

export const MyWorkCountsDocument = operation<MyWorkCountsQuery, MyWorkCountsQueryVariables>(`query MyWorkCounts {
  myWork {
    counts {
      total
      overdue
      thisWeek
    }
  }
}`);
