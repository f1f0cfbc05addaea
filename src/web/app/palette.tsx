import { Kbd, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { SearchType } from '../api/enums.generated';
import { queryOf, useApiQuery } from '../api/hooks';
import { Dialog } from '../components/dialog';
import { ErrorBox } from '../components/error-box';
import { MAX_SEARCH } from '../components/filter-bar';
import { many } from '../components/format';
import {
  type Icon,
  IconAlertTriangle,
  IconBuilding,
  IconClipboardCheck,
  IconClipboardText,
  IconListCheck,
  IconSearch,
  IconSitemap,
  IconUsers,
} from '../theme/icons';
import { actionsOf, type Command, isMeant, pagesOf } from './commands';
import classes from './palette.module.css';
import { ListsWithDocument, type ListsWithQuery, SearchDocument, type SearchQuery } from './palette.generated';
import { parseSearch } from './search';
import { type Me, mayDo, useMe } from './session';

type Result = SearchQuery['search'][number];

const TYPING_MS = 150;

const TYPES: Record<SearchType, { label: string; icon: Icon }> = {
  VENDOR: { label: 'Vendors', icon: IconBuilding },
  ASSESSMENT: { label: 'Assessments', icon: IconClipboardCheck },
  FINDING: { label: 'Findings', icon: IconAlertTriangle },
  CONTROL: { label: 'Controls', icon: IconSitemap },
  TEMPLATE: { label: 'Templates', icon: IconListCheck },
  PERSON: { label: 'People', icon: IconUsers },
};

interface Option {
  key: string;
  title: string;
  subtitle?: string | null;
  icon: Icon;
  to: string;
  search?: object;
}

interface Section {
  label: string;
  options: Option[];
}

interface PaletteProps {
  isPast: boolean;
  onClose: () => void;
}

/** Searches everything as the user types, and offers what they may do and open. */
export function Palette({ isPast, onClose }: PaletteProps) {
  const me = useMe();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...queryOf(SearchDocument, { text: asked }), // there is no search of the past
    enabled: asked !== '',
    placeholderData: keepPreviousData as never,
  });
  const isBehind = text !== '' && (asked !== text || isPlaceholderData || (data === undefined && isFetching));
  const lists = useApiQuery(
    ListsWithDocument,
    { text: asked, withVendors: mayDo(me, 'vendors:view'), withAssessments: mayDo(me, 'assessments:view') },
    { enabled: asked !== '' },
  );
  const isWhole = !isBehind && !lists.isFetching;
  const sections = sectionsOf(me, {
    text,
    isPast,
    results: text === '' ? [] : (data?.search ?? []),
    lists: asked === text ? lists.data : undefined,
  });
  const options = sections.flatMap((section) => section.options);
  const chosen = Math.min(active, options.length - 1);

  const open = ({ to, search }: Option) => {
    onClose();
    void navigate({ to, search } as never);
  };
  const first = options[0];
  useEffect(() => {
    // Enter came before the results did.
    if (isEntered && !isBehind && first) open(first);
  });
  useEffect(() => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [id, chosen]);

  const type = (value: string) => {
    setTyped(value);
    setActive(0);
    setEntered(false);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((chosen + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isBehind && active === 0) setEntered(true);
      else if (options[chosen]) open(options[chosen]);
    }
  };
  return (
    <Dialog title="Search" onClose={onClose} size="lg" isFleeting>
      <TextInput
        role="combobox"
        aria-label="Search for anything"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="A vendor, finding, control, person or page"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
        autoComplete="off"
        maxLength={MAX_SEARCH}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKey}
      />
      <VisuallyHidden role="status">{isWhole && text !== '' && many(options.length, 'result')}</VisuallyHidden>
      <ErrorBox error={text !== '' && (error ?? lists.error)} />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={classes.list} data-busy={isBehind || undefined}>
        {sections.map(({ label, options: some }, place) => (
          <div key={label} role="group" aria-labelledby={`${id}-of-${place}`}>
            <div id={`${id}-of-${place}`} role="presentation" className={classes.heading}>
              {label}
            </div>
            {some.map((option) => {
              const index = options.indexOf(option);
              return (
                <div
                  key={option.key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  className={classes.option}
                  onMouseMove={() => setActive(index)}
                  onClick={() => open(option)}
                >
                  <option.icon size={18} aria-hidden />
                  <span className={classes.words}>
                    {option.title}
                    {option.subtitle && <span className={classes.subtitle}>{option.subtitle}</span>}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {text !== '' && isWhole && !error && !lists.error && options.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          No results. Try fewer words, or just the beginning of one.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="xs" visibleFrom="sm">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to open, <Kbd size="xs">Esc</Kbd> to close
      </Text>
      {isPast && (
        <Text size="xs" c="dimmed" mt="xs">
          Results are current, although the page shows a past date.
        </Text>
      )}
    </Dialog>
  );
}

interface Found {
  /** What was typed. */
  text: string;
  isPast: boolean;
  results: readonly Result[];
  /** What lists have with it, once that is known. */
  lists: ListsWithQuery | undefined;
}

function sectionsOf(me: Me, { text, isPast, results, lists }: Found): Section[] {
  const meant = (commands: Command[]) => commands.filter((command) => isMeant(command, text));
  const actions = meant(actionsOf(me, isPast));
  const pages = meant(pagesOf(me));
  const commands: Section[] = [
    { label: 'Actions', options: actions.map(optionOfCommand) },
    { label: 'Pages', options: pages.map(optionOfCommand) },
  ];
  const found = [...Map.groupBy(results, ({ type }) => type)].map(([type, some]) => ({
    label: TYPES[type].label,
    options: some.map(optionOfResult),
  }));
  const isCommand = [...actions, ...pages].some(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));
  const all = isCommand ? [...commands, ...found] : [...found, ...commands];
  return [...all, { label: 'Search in', options: lists ? listsWith(text, lists) : [] }].filter(({ options }) => options.length > 0);
}

const optionOfCommand = ({ label, icon, to, search }: Command): Option => ({ key: label, title: label, icon, to: to!, search });

function optionOfResult({ type, id, title, subtitle, path }: Result): Option {
  const { pathname, search } = new URL(path, window.location.origin);
  return { key: `${type} ${id}`, title, subtitle, icon: TYPES[type].icon, to: pathname, search: parseSearch(search) };
}

/** The lists that show something with the text. */
function listsWith(text: string, { vendors, findings, answers }: ListsWithQuery): Option[] {
  const lists: (Option & { shown: { nodes: unknown[] } | undefined })[] = [
    { key: 'vendors', title: `Vendors: “${text}”`, icon: IconBuilding, to: '/vendors', search: { query: text }, shown: vendors },
    {
      key: 'findings',
      title: `Risk register: “${text}”`,
      icon: IconAlertTriangle,
      to: '/findings',
      search: { query: text },
      shown: findings,
    },
    {
      key: 'answers',
      title: `Non-compliant answers: “${text}”`,
      icon: IconClipboardText,
      to: '/answers',
      search: { question: text, compliant: 'no' },
      shown: answers,
    },
  ];
  return lists.filter(({ shown }) => shown && shown.nodes.length > 0);
}
