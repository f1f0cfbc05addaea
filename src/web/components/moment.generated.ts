/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type RecordedSinceQueryVariables = Exact<{ [key: string]: never; }>;


export type RecordedSinceQuery = { recordedSince: string };

export const RecordedSinceDocument = operation<RecordedSinceQuery, RecordedSinceQueryVariables>(`query RecordedSince {
  recordedSince
}`);
