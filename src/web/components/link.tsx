import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type LinkAs<Look> = Look & Omit<ComponentProps<'a'>, keyof Look>;

/** Links inside the application, typed by the routes' paths and search parameters. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: LinkAs<ButtonProps>) => <Button component="a" {...props} />);
