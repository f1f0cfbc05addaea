import { useNavigate } from '@tanstack/react-router';
import { focusHeading } from '../../app/page';
import { ButtonLink } from '../../components/link';
import { MomentChoice } from '../../components/moment-choice';
import { IconChevronDown } from '../../theme/icons';

/** The control goes away. */
const focusSoon = () => void window.setTimeout(focusHeading);

/** Puts the dashboard of another date beside the one shown. */
export function CompareChoice({ compare }: { compare: string | undefined }) {
  const navigate = useNavigate();
  if (compare !== undefined) {
    return (
      <ButtonLink to="." search={(old) => ({ ...old, compare: undefined })} variant="default" onClick={focusSoon}>
        Stop comparing
      </ButtonLink>
    );
  }
  return (
    <MomentChoice
      button={
        <>
          Compare with… <IconChevronDown size={14} aria-hidden />
        </>
      }
      action="Compare"
      onChoose={(moment) => {
        void navigate({ to: '.', search: (old) => ({ ...old, compare: moment }) });
        focusSoon();
      }}
    />
  );
}
