import { Container, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks';
import { PageTitle } from '../../app/page';
import { DateText } from '../../components/date-text';
import { many } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { PortalDocument } from './portal.generated';

const route = getRouteApi('/portal/$token');

export function PortalPage() {
  const { token } = route.useParams();
  const query = useApiQuery(PortalDocument, { token });
  return (
    <Container component="main" size="sm" py="xl">
      <title>Questionnaire · Vetgraph</title>
      <Loaded query={query}>
        {({ portal: { title, organizationName, vendorName, dueDate, progress } }) => (
          <Stack gap="xs">
            <PageTitle>{title}</PageTitle>
            <Text>{organizationName} asks {vendorName}</Text>
            {dueDate && <Text>Due <DateText value={dueDate} /></Text>}
            <Text>{progress.answered} of {many(progress.visible, 'question')} answered</Text>
          </Stack>
        )}
      </Loaded>
    </Container>
  );
}
