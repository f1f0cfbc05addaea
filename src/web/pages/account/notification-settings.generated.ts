/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type NotificationEmail =
  | 'AT_ONCE'
  | 'DAILY'
  | 'NEVER';

export type NotificationKind =
  | 'ACCEPTANCE_DECIDED'
  | 'ACCEPTANCE_ENDING'
  | 'ACCEPTANCE_REQUESTED'
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'BOARD_REPORT'
  | 'EXPIRING'
  | 'OVERDUE'
  | 'REMEDIATION_ANSWERED'
  | 'REPLIED'
  | 'SENT_BACK'
  | 'SUBMITTED'
  | 'VENDOR_REQUEST'
  | 'VENDOR_REQUEST_DECIDED';

export type NotificationSettingInput = {
  email: NotificationEmail;
  kind: NotificationKind;
};

export type UpdateNotificationSettingsInput = {
  settings: Array<NotificationSettingInput>;
};

export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { notificationSettings: Array<{ kind: NotificationKind, email: NotificationEmail }> };

export type UpdateNotificationSettingsMutationVariables = Exact<{
  input: UpdateNotificationSettingsInput;
}>;


export type UpdateNotificationSettingsMutation = { updateNotificationSettings: { settings: Array<{ kind: NotificationKind, email: NotificationEmail }> } };

export const NotificationSettingsDocument = operation<NotificationSettingsQuery, NotificationSettingsQueryVariables>(`query NotificationSettings {
  notificationSettings {
    kind
    email
  }
}`);

export const UpdateNotificationSettingsDocument = operation<UpdateNotificationSettingsMutation, UpdateNotificationSettingsMutationVariables>(`mutation UpdateNotificationSettings($input: UpdateNotificationSettingsInput!) {
  updateNotificationSettings(input: $input) {
    settings {
      kind
      email
    }
  }
}`);
