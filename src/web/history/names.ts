import { useMemo } from 'react';
import { useApiQuery } from '../api/hooks';
import { mayDo, useMe, usePermission } from '../app/session';
import { type FieldChange, namesIn } from './change-words';
import { AssessmentNamesDocument, RoleNamesDocument, TemplateNamesDocument } from './history.generated';

/** What a change is about, for looking up names. */
interface Thing {
  entityType: string | null;
  entityId: string | null;
}

/**
 * The names of questions and sections in paths: those that changes give themselves, or that the record has; and those of roles and
 * portfolios, where a value is a list of ids.
 */
export function useNames({ entityType, entityId }: Thing, changes: readonly FieldChange[]): ReadonlyMap<string, string> {
  const mentions = changes.some(({ field }) => /^(questions|sections)\./.test(field));
  const [seesAssessments, seesTemplates] = [usePermission('assessments:view'), usePermission('templates:view')];
  const id = entityId ?? '';
  const isAssessment = mentions && seesAssessments && entityType === 'Assessment' && id !== '';
  const isTemplate = mentions && seesTemplates && entityType === 'Template' && id !== '';
  const { data: ofAssessment } = useApiQuery(AssessmentNamesDocument, { id }, { enabled: isAssessment });
  const { data: ofTemplate } = useApiQuery(TemplateNamesDocument, { id }, { enabled: isTemplate });
  const mentionsRoles = changes.some(({ field }) => /^(portfolioIds|roleMappings|assessmentPlans)$/.test(field));
  // Not usePermission: whoever manages roles now may read them in the past, too.
  const seesRoles = mayDo(useMe(), 'users:manage', 'roles:manage');
  const { data: ofRoles } = useApiQuery(RoleNamesDocument, { seesRoles }, { enabled: mentionsRoles });
  return useMemo(() => {
    const sections = ofTemplate?.template?.sections ?? [];
    const questions = [...(ofAssessment?.assessment?.questions ?? []), ...sections.flatMap((section) => section.questions)];
    const known = [
      ...sections.map((section) => [section.id, section.title] as const),
      ...questions.map((one) => [one.id, one.text] as const),
      ...(ofRoles?.settings.assessmentPlans ?? []).flatMap(({ approverRoleId: id, approverRoleName: name }) =>
        id && name ? [[id, name] as const] : [],
      ),
      ...[...(ofRoles?.roles ?? []), ...(ofRoles?.portfolios ?? [])].map((one) => [one.id, one.name] as const),
    ];
    return new Map([...known, ...namesIn(changes)]);
  }, [ofAssessment, ofTemplate, ofRoles, changes]);
}
