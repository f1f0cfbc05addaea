/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type PortalQueryVariables = Exact<{
  token: string;
  password?: string | null | undefined;
}>;


export type PortalQuery = { portal: { title: string, organizationName: string, vendorName: string, status: AssessmentStatus, dueDate: string | null, progress: { answered: number, visible: number } } };

export const PortalDocument = operation<PortalQuery, PortalQueryVariables>(`query Portal($token: String!, $password: String) {
  portal(token: $token, password: $password) {
    title
    organizationName
    vendorName
    status
    dueDate
    progress {
      answered
      visible
    }
  }
}`);
