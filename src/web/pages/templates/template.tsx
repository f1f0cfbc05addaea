import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiError } from '../../api/error';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { Loaded, Loading } from '../../components/loaded';
import { TemplateActions } from './actions';
import { editedTemplate } from './document';
import { TemplateFrame, WithPreview } from './frame';
import { Outline } from './outline';
import { TemplateDocument, type TemplatePartsFragment } from './template.generated';

const Builder = lazy(async () => ({ default: (await import('./builder/builder')).Builder }));

const route = getRouteApi('/app/templates/$templateId');

export function TemplatePage() {
  const { templateId: id } = route.useParams();
  const query = useApiQuery(TemplateDocument, { id });
  const mayEdit = usePermission('templates:edit');
  if (!query.data?.template) {
    return (
      <Page
        title="Template"
        above={
          <AnchorLink to="/templates" size="sm">
            Templates
          </AnchorLink>
        }
      >
        <Loaded query={query}>{() => <ErrorBox error={new ApiError('NOT_FOUND', 'Template not found')} />}</Loaded>
      </Page>
    );
  }
  const { template } = query.data;
  if (template.status !== 'DRAFT' || !mayEdit) return <Finished key={id} template={template} />;
  return (
    <Suspense fallback={<Loading lines={8} />}>
      <Builder key={id} template={template} />
    </Suspense>
  );
}

/** A template that can't be edited: to read and to preview. */
function Finished({ template }: { template: TemplatePartsFragment }) {
  const doc = editedTemplate(template);
  return (
    <TemplateFrame template={template} doc={doc} title={template.name} actions={<TemplateActions template={template} />}>
      {template.description && (
        <Text size="sm" maw={800}>
          {template.description}
        </Text>
      )}
      {template.introduction && (
        <Text size="sm" maw={800} style={{ whiteSpace: 'pre-line' }}>
          <Text span fw={600} inherit>
            Introduction:
          </Text>{' '}
          {template.introduction}
        </Text>
      )}
      <WithPreview doc={doc}>
        {template.questionCount === 0 ? <EmptyState title="No questions yet" /> : <Outline sections={doc.sections} />}
      </WithPreview>
    </TemplateFrame>
  );
}
