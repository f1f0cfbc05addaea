import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '../theme/icons';

/** A button in a row of a table, as a picture: "Edit" of the thing with this name. */
export function RowAction({ verb, name, icon: Picture, onRun }: { verb: string; name: string; icon: Icon; onRun: () => void }) {
  return (
    <Tooltip label={verb} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon variant="default" aria-label={`${verb} ${name}`} onClick={onRun}>
        <Picture size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
