import { Box } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DropDown } from './drop-down';

const MomentForm = lazy(async () => ({ default: (await import('./moment-form')).MomentForm }));

interface MomentChoiceProps {
  /** The button's content. */
  button: ReactNode;
  /** Its accessible name, if it only shows an icon. */
  label?: string;
  chosen?: string;
  /** The label of the form's button. */
  action: string;
  onChoose: (moment: string) => void;
}

/** A button that opens a form for a moment in the past. */
export function MomentChoice({ button, label, ...form }: MomentChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DropDown button={button} label={label} staysOpen onToggle={setOpen}>
      <Box w={320}>
        {isOpen && (
          <Suspense>
            <MomentForm {...form} />
          </Suspense>
        )}
      </Box>
    </DropDown>
  );
}
