interface OrganisationLogoProps {
  url: string;
  /** Empty beside the name. */
  alt: string;
  height: number;
}

/** As high as there is room, and not wider than the page. Fetched from this server, whatever its public address is. */
export function OrganisationLogo({ url, alt, height }: OrganisationLogoProps) {
  return <img src={new URL(url).pathname} alt={alt} height={height} style={{ maxWidth: '100%', objectFit: 'contain' }} />;
}
