import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type LinkAs<Look> = Look & Omit<ComponentProps<'a'>, keyof Look>;

/** Links inside the application, with the type of address and search that the routes declare. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: LinkAs<ButtonProps>) => <Button component="a" {...props} />);
