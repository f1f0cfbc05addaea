import { ActionIcon, Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Links inside the application, with the type of address and search that the routes declare. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const IconLink = createLink(ActionIcon<'a'>);
