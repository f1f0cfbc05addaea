import { Text } from '@mantine/core';
import { DefinitionList } from '../../components/definition-list';
import { many, NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { usePermission } from '../../app/session';
import type { Recurrence } from '../../api/enums.generated';
import { RECURRENCES } from '../assessments/assessment-labels';

interface PlanProps {
  plan: {
    recurrence: Recurrence;
    dueDays: number | null;
    approverRoleName: string | null;
    /** Not there for users who may not see their names. */
    templates?: { id: string; name: string }[];
  } | null;
}

/** What is asked of vendors of a tier, how often, and who approves them. */
export function Plan({ plan }: PlanProps) {
  const seesTemplates = usePermission('templates:view');
  if (!plan)
    return (
      <Text size="sm" c="dimmed">
        There is no plan for this tier.
      </Text>
    );
  const { templates = [], recurrence, dueDays, approverRoleName } = plan;
  return (
    <DefinitionList
      items={[
        [
          'Questionnaires',
          templates.length === 0
            ? NONE
            : templates.map(({ id, name }) => (
                <div key={id}>
                  {seesTemplates ? (
                    <AnchorLink to="/templates/$templateId" params={{ templateId: id }} inherit>
                      {name}
                    </AnchorLink>
                  ) : (
                    name
                  )}
                </div>
              )),
        ],
        ['Repeat', RECURRENCES[recurrence]],
        ['Due', dueDays === null ? 'No due date' : `Within ${many(dueDays, 'day')}`],
        ['Approved by', approverRoleName ?? 'Anyone who can create vendors'],
      ]}
    />
  );
}
