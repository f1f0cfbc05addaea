import { Card } from '../../components/card';
import { Conversation } from '../assessments/conversation';
import type { FindingDetails } from './finding-drawer';

type Remark = Omit<FindingDetails['comments'][number], 'replies'>;
type Thread = Remark & { replies?: Thread[] };

/** Replies are read down to this level, from 0. */
const LAST_LEVEL = 3;

const flat = (threads: readonly Thread[]): Remark[] => threads.flatMap(({ replies = [], ...remark }) => [remark, ...flat(replies)]);

/** What the team and the vendor say about a finding. */
export function FindingTalk({ finding: { id, comments }, mayComment }: { finding: FindingDetails; mayComment: boolean }) {
  return (
    <Card title="Comments">
      <Conversation of={{ findingId: id }} comments={flat(comments)} mayComment={mayComment} lastLevel={LAST_LEVEL} />
    </Card>
  );
}
