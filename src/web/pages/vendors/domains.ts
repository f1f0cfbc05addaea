/** A radar chart needs three corners; fewer domains are shown in another way. */
export const CORNERS = 3;

interface Domain {
  controlCount: number;
  framework: { id: string; name: string };
}

/** The frameworks of evaluated domains, as select options: the one with the most controls first. */
export function frameworksOf(domains: Domain[]): { value: string; label: string }[] {
  const names = new Map(domains.map(({ framework: { id, name } }) => [id, name]));
  const weight = (id: string) => domains.reduce((sum, one) => sum + (one.framework.id === id ? one.controlCount : 0), 0);
  return [...names].sort(([a], [b]) => weight(b) - weight(a)).map(([value, label]) => ({ value, label }));
}
