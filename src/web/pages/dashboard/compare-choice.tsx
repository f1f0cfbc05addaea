import { Box } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { focusHeading } from '../../app/page';
import { DropDown } from '../../components/drop-down';
import { ButtonLink } from '../../components/link';
import { IconChevronDown } from '../../theme/icons';

const MomentForm = lazy(async () => ({ default: (await import('../../components/moment-form')).MomentForm }));

/** The control goes away. */
const focusSoon = () => void window.setTimeout(focusHeading);

/** Puts the dashboard of another date beside the one shown. */
export function CompareChoice({ compare }: { compare: string | undefined }) {
  const navigate = useNavigate();
  if (compare !== undefined) {
    return (
      <ButtonLink to="/" search={{ compare: undefined }} variant="default" onClick={focusSoon}>
        Stop comparing
      </ButtonLink>
    );
  }
  return (
    <DropDown
      button={
        <>
          Compare with… <IconChevronDown size={14} aria-hidden />
        </>
      }
      staysOpen
    >
      <Box w={320}>
        <Suspense>
          <MomentForm
            chosen={undefined}
            action="Compare"
            onChoose={(moment) => {
              void navigate({ to: '/', search: { compare: moment } });
              focusSoon();
            }}
          />
        </Suspense>
      </Box>
    </DropDown>
  );
}
