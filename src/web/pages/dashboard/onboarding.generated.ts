/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type OnboardingQueryVariables = Exact<{
  seesUsers: boolean;
}>;


export type OnboardingQuery = { settings: { organizationName: string, mailEnabled: boolean }, assessments: { totalCount: number }, users?: Array<{ id: string }> };

export const OnboardingDocument = operation<OnboardingQuery, OnboardingQueryVariables>(`query Onboarding($seesUsers: Boolean!) {
  settings {
    organizationName
    mailEnabled
  }
  assessments(
    first: 1
    filter: {status: [SENT, IN_PROGRESS, SUBMITTED, UNDER_REVIEW, COMPLETED]}
  ) {
    totalCount
  }
  users @include(if: $seesUsers) {
    id
  }
}`);
