import { TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { ListEditor } from './list-editor';
import { SettingsForm } from './settings-form';
import { SearchSettingsDocument, type SearchSettingsQuery } from './vendor-settings.generated';

export function SearchSettingsPage() {
  const query = useApiQuery(SearchSettingsDocument, {});
  return (
    <Page
      title="Search synonyms"
      about="Words and phrases that search treats as the same, besides common ones such as MFA and multi-factor authentication."
      actions={<OpenQuery operation={SearchSettingsDocument} variables={{}} />}
    >
      <Loaded query={query}>{({ settings }) => <SynonymsForm settings={settings} />}</Loaded>
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

function SynonymsForm({ settings: { searchSynonyms, revision } }: { settings: SearchSettingsQuery['settings'] }) {
  const form = useForm({ initialValues: { searchSynonyms } });
  const { searchSynonyms: groups } = form.getValues();
  // Groups have no names of their own: keys keep the fields in place when one before them is removed.
  const [keys, setKeys] = useState(() => searchSynonyms.map(() => randomId()));
  const add = () => {
    form.insertListItem('searchSynonyms', []);
    setKeys((old) => [...old, randomId()]);
  };
  const remove = (i: number) => {
    form.removeListItem('searchSynonyms', i);
    setKeys((old) => old.toSpliced(i, 1));
  };
  return (
    <SettingsForm form={form} revision={revision} inputOf={(values) => values}>
      <ListEditor
        items={keys}
        keyOf={(key) => key}
        noun="group"
        titleOf={(_, i) => groups[i]?.[0] ?? 'New group'}
        empty="There are no synonyms of your own yet."
        onAdd={add}
        onRemove={remove}
        render={(_, i) => (
          <TagsInput
            label="Words and phrases"
            description="Press Enter after each"
            splitChars={['\n']}
            {...form.getInputProps(`searchSynonyms.${i}`)}
          />
        )}
      />
    </SettingsForm>
  );
}
