import { graphql } from 'relay-runtime';

/** A list that grows at its end, as usePaginationFragment loads it. */
export const listQuery = graphql`
  query relaySourceListQuery($count: Int!) {
    ...relaySourceList @arguments(count: $count)
  }
`;
export const list = graphql`
  fragment relaySourceList on Query
  @refetchable(queryName: "relaySourceListPageQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
    vendors(first: $count, after: $cursor, orderBy: { field: NAME }) @connection(key: "relaySource_vendors") {
      edges {
        node {
          id
          ...relaySourceCard
        }
      }
    }
  }
`;

/** A record that is refetched by id, as useRefetchableFragment does. */
export const card = graphql`
  fragment relaySourceCard on Vendor @refetchable(queryName: "relaySourceCardQuery") {
    name
    tier
  }
`;

/** A list of one record, which grows at its start. */
export const vendorQuery = graphql`
  query relaySourceVendorQuery($id: ID!) {
    vendor(id: $id) {
      ...relaySourceHistory
    }
  }
`;
export const history = graphql`
  fragment relaySourceHistory on Vendor
  @refetchable(queryName: "relaySourceHistoryPageQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
    assessments(last: $count, before: $cursor, orderBy: { field: TITLE }) @connection(key: "relaySource_assessments") {
      edges {
        node {
          title
        }
      }
    }
  }
`;
