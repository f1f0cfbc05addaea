/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ControlRelation =
  | 'EQUAL'
  | 'RELATED'
  | 'SUBSET'
  | 'SUPERSET';

export type CoverageState =
  | 'COVERED'
  | 'NOT_COVERED'
  | 'PARTLY';

export type CrosswalkQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type CrosswalkQuery = { framework: { crosswalk: Array<{ relation: ControlRelation, control: { id: string, code: string, title: string, domain: string | null }, related: { id: string, code: string, title: string } }> } | null };

export type FrameworkCoverageQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type FrameworkCoverageQuery = { framework: { coverage: { controlCount: number, covered: number, partly: number, notCovered: number, controls: Array<{ state: CoverageState, control: { id: string, code: string, title: string, domain: string | null }, by: Array<{ relation: ControlRelation, control: { id: string, code: string, title: string } }> }> } } | null };

export type VendorFrameworkCoverageQueryVariables = Exact<{
  vendor: string;
  from: string;
  to: string;
}>;


export type VendorFrameworkCoverageQuery = { vendor: { id: string, name: string, coverage: { controlCount: number, covered: number, partly: number, notCovered: number, compliant: number, complianceRatio: number | null, controls: Array<{ state: CoverageState, complianceRatio: number | null, control: { id: string, code: string, title: string, domain: string | null }, by: Array<{ relation: ControlRelation, complianceRatio: number | null, control: { id: string, code: string, title: string } }> }> } } | null };

export const CrosswalkDocument = operation<CrosswalkQuery, CrosswalkQueryVariables>(`query Crosswalk($from: ID!, $to: ID!) {
  framework(id: $from) {
    crosswalk(toFrameworkId: $to) {
      relation
      control {
        id
        code
        title
        domain
      }
      related {
        id
        code
        title
      }
    }
  }
}`);

export const FrameworkCoverageDocument = operation<FrameworkCoverageQuery, FrameworkCoverageQueryVariables>(`query FrameworkCoverage($from: ID!, $to: ID!) {
  framework(id: $from) {
    coverage(toFrameworkId: $to) {
      controlCount
      covered
      partly
      notCovered
      controls {
        state
        control {
          id
          code
          title
          domain
        }
        by {
          relation
          control {
            id
            code
            title
          }
        }
      }
    }
  }
}`);

export const VendorFrameworkCoverageDocument = operation<VendorFrameworkCoverageQuery, VendorFrameworkCoverageQueryVariables>(`query VendorFrameworkCoverage($vendor: ID!, $from: ID!, $to: ID!) {
  vendor(id: $vendor) {
    id
    name
    coverage(fromFrameworkId: $from, toFrameworkId: $to) {
      controlCount
      covered
      partly
      notCovered
      compliant
      complianceRatio
      controls {
        state
        complianceRatio
        control {
          id
          code
          title
          domain
        }
        by {
          relation
          complianceRatio
          control {
            id
            code
            title
          }
        }
      }
    }
  }
}`);
