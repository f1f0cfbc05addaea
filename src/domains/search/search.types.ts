import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';

export enum SearchType {
  VENDOR = 'VENDOR',
  ASSESSMENT = 'ASSESSMENT',
  FINDING = 'FINDING',
  CONTROL = 'CONTROL',
  TEMPLATE = 'TEMPLATE',
  PERSON = 'PERSON',
}
describeEnum(SearchType, {
  name: 'SearchType',
  description: 'What can be found',
  values: {
    VENDOR: 'By name, external id, contact, website, tags or service',
    ASSESSMENT: 'By title, vendor or template',
    FINDING: 'By title, description, control codes or vendor',
    CONTROL: 'By title, code, related terms or framework',
    TEMPLATE: 'By name',
    PERSON: 'By name or e-mail address; for whoever may read `assignees`',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'Something that was found', simpleResolvers: true })
export class SearchResult {
  @Field(() => SearchType, { description: 'What it is' })
  type!: SearchType;

  @Field(() => ID, { description: 'Its id' })
  id!: string;

  @Field(() => String, { description: 'Its name or title' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'What tells it apart, such as the vendor of a finding, its severity and its status' })
  subtitle!: string | null;

  @Field(() => String, { description: 'Its page in the web application, from the root' })
  path!: string;
}
