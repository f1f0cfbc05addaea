/** Reads the paths of changes, such as questions.<id>.response.value. */

interface Part {
  type: string;
  /** What one is called: "Severity of finding ‘…’". A part without a noun, which is the only one or has no name, is told by what it is in. */
  noun?: string;
  /** There is only one: no id follows. */
  isSingle?: boolean;
}

/** Parts of records, and other records that changed with one, by their names in paths. */
const PARTS: Record<string, Part> = {
  vendors: { type: 'Vendor', noun: 'vendor' },
  offboarding: { type: 'OffboardingStep', noun: 'step' },
  vendorRequests: { type: 'VendorRequest', noun: 'vendor request' },
  assessments: { type: 'Assessment', noun: 'assessment' },
  questions: { type: 'Question', noun: 'question' },
  response: { type: 'Response', isSingle: true },
  review: { type: 'ReviewDecision', isSingle: true },
  comments: { type: 'Comment' },
  portalLink: { type: 'PortalLink', isSingle: true },
  findings: { type: 'Finding', noun: 'finding' },
  sightings: { type: 'FindingSighting' },
  acceptances: { type: 'RiskAcceptance' },
  remediations: { type: 'Remediation' },
  certifications: { type: 'Certification', noun: 'certification' },
  responsibilityActions: { type: 'ResponsibilityAction', noun: 'shared-responsibility task' },
  attachments: { type: 'Attachment', noun: 'file' },
  frameworks: { type: 'Framework', noun: 'framework' },
  controls: { type: 'Control', noun: 'control' },
  templates: { type: 'Template', noun: 'template' },
  sections: { type: 'TemplateSection', noun: 'section' },
  users: { type: 'User', noun: 'user' },
  portfolios: { type: 'Portfolio', noun: 'portfolio' },
  identityProviders: { type: 'IdentityProvider', noun: 'identity provider' },
  scimTokens: { type: 'ScimToken', noun: 'SCIM token' },
  scimGroups: { type: 'ScimGroup', noun: 'SCIM group' },
  webhooks: { type: 'Webhook', noun: 'webhook' },
  roles: { type: 'Role', noun: 'role' },
  apiKeys: { type: 'ApiKey', noun: 'API key' },
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a path leads to. */
export interface Place {
  type: string;
  field: string;
  /** The part that it is of, with its id. */
  part?: { noun: string; id: string };
  /** Codes that are part of the path: of a control, of the two of a relation, or the key of an own field. */
  code?: string;
}

/** Reads a path. Codes may have dots. */
export function placeOf(entityType: string, path: string): Place {
  const pair = /^(.+)->(.+)$/.exec(path);
  if (pair) return { type: 'Framework', field: 'relation', code: `${pair[1]!} and ${pair[2]!}` };
  let place: Place = { type: entityType, field: path };
  let steps = path.split('.');
  for (;;) {
    const [name, key] = steps as [string, string?];
    if (name === 'fields' && key !== undefined) return { ...place, type: 'Vendor', field: 'ownField', code: key };
    const step = steps.length > 1 && Object.hasOwn(PARTS, name) ? PARTS[name]! : undefined;
    const isOwn = name === 'offboarding' && steps.length === 2;
    if (!step || isOwn) return { ...place, field: steps.join('.') };
    if (name === 'controls' && (!ID.test(key!) || steps.length === 2)) {
      const isQuestion = place.type === 'Question';
      return {
        ...place,
        type: isQuestion ? 'Question' : 'Finding',
        field: 'control',
        code: ID.test(key!) ? undefined : steps.slice(1).join('.'),
      };
    }
    place = { ...place, type: step.type };
    if (step.noun) place.part = { noun: step.noun, id: key! };
    steps = steps.slice(step.isSingle ? 1 : 2);
  }
}

/** What an entry changed of a record, by the names that its own fields have. The entry may be about another one. */
export function changesTo<T extends { field: string }>(
  { entityType, entityId }: { entityType: string; entityId?: string },
  entry: { entityId: string | null; changes: readonly T[] },
): readonly T[] {
  if (entityId === undefined || entry.entityId === entityId) return entry.changes;
  const [name] = Object.entries(PARTS).find(([, { type }]) => type === entityType)!;
  const start = `${name}.${entityId}.`;
  return entry.changes
    .filter(({ field }) => field.startsWith(start))
    .map((change) => ({ ...change, field: change.field.slice(start.length) }));
}
