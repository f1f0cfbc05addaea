import { useMemo } from 'react';
import { useApiQuery } from '../api/hooks';
import { usePermission } from '../app/session';
import { type FieldChange, namesIn } from './change-words';
import { AssessmentNamesDocument, TemplateNamesDocument } from './history.generated';

/** What a change is about, for looking up names. */
interface Thing {
  entityType: string | null;
  entityId: string | null;
}

/** The names of questions and sections in paths: those that changes give themselves, or that the record has. */
export function useNames({ entityType, entityId }: Thing, changes: readonly FieldChange[]): ReadonlyMap<string, string> {
  const mentions = changes.some(({ field }) => /^(questions|sections)\./.test(field));
  const [seesAssessments, seesTemplates] = [usePermission('assessments:view'), usePermission('templates:view')];
  const id = entityId ?? '';
  const isAssessment = mentions && seesAssessments && entityType === 'Assessment' && id !== '';
  const isTemplate = mentions && seesTemplates && entityType === 'Template' && id !== '';
  const { data: ofAssessment } = useApiQuery(AssessmentNamesDocument, { id }, { enabled: isAssessment });
  const { data: ofTemplate } = useApiQuery(TemplateNamesDocument, { id }, { enabled: isTemplate });
  return useMemo(() => {
    const sections = ofTemplate?.template?.sections ?? [];
    const questions = [...(ofAssessment?.assessment?.questions ?? []), ...sections.flatMap((section) => section.questions)];
    const known = [
      ...sections.map((section) => [section.id, section.title] as const),
      ...questions.map((one) => [one.id, one.text] as const),
    ];
    return new Map([...known, ...namesIn(changes)]);
  }, [ofAssessment, ofTemplate, changes]);
}
