import { Button, Group, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../app/page';
import { ToneBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { DropDown } from '../../components/drop-down';
import { AnchorLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { IconChevronDown, IconEye } from '../../theme/icons';
import { TEMPLATE_STATUSES } from '../../theme/tones';
import { HistoryButton } from '../../history/history-button';
import type { EditedTemplate } from './document';
import { Preview } from './preview';
import { countText } from './question-labels';
import { TemplateDocument, type TemplatePartsFragment } from './template.generated';
import classes from './templates.module.css';

const route = getRouteApi('/app/templates/$templateId');

interface TemplateFrameProps {
  template: TemplatePartsFragment;
  /** Its current content, including unsaved edits. */
  doc: EditedTemplate;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** The page around a template, editable or not. */
export function TemplateFrame({ template, doc, title, actions, children }: TemplateFrameProps) {
  const { id, status, publishedAt, libraryKey } = template;
  return (
    <Page
      title={title}
      about={
        <Group gap="sm" component="span">
          <ToneBadge tone={TEMPLATE_STATUSES[status]} />
          <span>{countText(doc.sections)}</span>
          {publishedAt && (
            <span>
              published <DateText value={publishedAt} />
            </span>
          )}
          {libraryKey && <span>from the library</span>}
        </Group>
      }
      above={
        <AnchorLink to="/templates" search={{ kind: template.kind === 'INTAKE' ? 'INTAKE' : undefined }} size="sm">
          {template.kind === 'INTAKE' ? 'Intake forms' : 'Templates'}
        </AnchorLink>
      }
      actions={
        <>
          <OpenQuery operation={TemplateDocument} variables={{ id }} />
          <Versions template={template} />
          <HistoryButton of={{ entityType: 'Template', entityId: id }} name={template.name} />
          <PreviewSwitch />
          {actions}
        </>
      }
    >
      {children}
    </Page>
  );
}

function Versions({ template: { id, version, versions } }: { template: TemplatePartsFragment }) {
  if (versions.length < 2)
    return (
      <Text size="sm" c="dimmed">
        Version {version}
      </Text>
    );
  return (
    <DropDown
      button={
        <>
          Version {version} <IconChevronDown size={14} aria-hidden />
        </>
      }
    >
      {versions.map((one) => (
        <Link key={one.id} to="/templates/$templateId" params={{ templateId: one.id }} aria-current={one.id === id ? 'page' : undefined}>
          Version {one.version} <ToneBadge tone={TEMPLATE_STATUSES[one.status]} />
        </Link>
      ))}
    </DropDown>
  );
}

function PreviewSwitch() {
  const { preview } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Button
      variant={preview ? 'light' : 'default'}
      aria-pressed={preview ?? false}
      leftSection={<IconEye size={16} aria-hidden />}
      onClick={() => void navigate({ search: { preview: preview ? undefined : true }, replace: true, resetScroll: false })}
    >
      Preview
    </Button>
  );
}

/** Its children, with the preview next to them if the URL asks for it. */
export function WithPreview({ doc, children }: { doc: EditedTemplate; children: ReactNode }) {
  const { preview } = route.useSearch();
  return (
    <div className={classes.split} data-preview={preview}>
      <div>{children}</div>
      {preview && <Preview doc={doc} />}
    </div>
  );
}
