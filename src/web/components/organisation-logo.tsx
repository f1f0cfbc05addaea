interface OrganisationLogoProps {
  url: string;
  /** Empty beside the name. */
  alt: string;
  height: number;
}

/** On white, as most are made for. Fetched from this server, whatever its public address is. */
export function OrganisationLogo({ url, alt, height }: OrganisationLogoProps) {
  const style = { maxWidth: height * 5, padding: 2, borderRadius: 4, background: '#fff', objectFit: 'contain', flexShrink: 0 } as const;
  return <img src={new URL(url).pathname} alt={alt} height={height} style={style} />;
}
