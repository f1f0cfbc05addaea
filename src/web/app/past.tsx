import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { dateTime, isAwayFromUtc, momentText } from '../components/format';
import { MomentChoice } from '../components/moment-choice';
import { IconHistory } from '../theme/icons';
import classes from './layout.module.css';
import { Page, ToNow } from './page';

/** Puts the whole application into the past. */
export function PastChoice({ moment }: { moment: string | undefined }) {
  const navigate = useNavigate();
  return (
    <MomentChoice
      label="Show a past date"
      button={
        <>
          <IconHistory size={18} aria-hidden />
          <Text span inherit visibleFrom="sm">
            Past date
          </Text>
        </>
      }
      chosen={moment}
      action="Show"
      onChoose={(asOf) => void navigate({ to: '.', search: (old) => ({ ...old, asOf }) })}
    />
  );
}

/** Says which moment is shown; it stays in view. */
export function PastBanner({ moment }: { moment: string }) {
  return (
    <Group component="section" aria-label="Past" className={classes.past} justify="space-between" gap="xs">
      <Group gap="xs">
        <IconHistory size={18} aria-hidden />
        <Text span size="sm" fw={600} role="status">
          As of {momentText(moment)}
        </Text>
        <Text span size="sm">
          {isAwayFromUtc(moment) && `${dateTime(moment)} your time. `}
          Nothing can be changed.
        </Text>
      </Group>
      <Text span size="sm">
        <ToNow>Back to now</ToNow>
      </Text>
    </Group>
  );
}

/** For an address that was changed by hand. */
export function NoMoment() {
  return (
    <Page title="The date in the address can't be read">
      <Text>
        After asOf it needs a date, a time and a time zone, such as 2026-03-31T17:00:00Z. <ToNow>Go back to now</ToNow>
      </Text>
    </Page>
  );
}

/** For a link to the past that was shared with someone who may not see it. */
export function NoPastAccess() {
  return (
    <Page title="You don't have access to the past">
      <Text>
        Only users who can read the audit log can. <ToNow>Go back to now</ToNow>
      </Text>
    </Page>
  );
}
