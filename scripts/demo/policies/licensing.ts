import type { DemoPolicy } from '#demo/types.ts';

export const licensing: DemoPolicy = {
  kind: 'licensing_terms',
  pdf: 'licensing.pdf',
  title: 'Licensing Terms',
  updated: '2024-09-02',
  sections: [
    {
      heading: '1. What this document covers',
      paragraphs: [
        'Glean is run by the Glean co-operative (“the co-operative”, “we”) for farmers, bio-waste processors, gleaning organizations and livestock feed producers of Central Luzon. These Licensing Terms say who owns what on Glean, what you may do with it, and what you allow us and other members to do with what you post. They are read together with the Terms and Conditions and the Data Privacy Guidelines.',
        'By using Glean, with or without an account, you accept these Licensing Terms. If you do not accept them, please do not use the service.',
      ],
    },
    {
      heading: '2. Your licence to use Glean',
      paragraphs: [
        'We give you a personal, non-exclusive, non-transferable licence, without charge, to use the Glean website and app for the purpose they were made for: offering, finding, collecting and learning about farm by-products and surplus produce. Members may use it for their own farm, business or organization. The licence lasts as long as you keep to the Terms and Conditions.',
        'You may not sell or rent out access to Glean, copy it in order to run a service that pretends to be Glean, go around its safeguards, or collect its content or the data of its members by automatic means. Search engines may index the pages that are open to everyone, in the way the site’s robots rules allow. Nothing here takes away rights that the law gives you and that cannot be waived.',
      ],
    },
    {
      heading: '3. What you post stays yours',
      paragraphs: [
        'You keep the copyright in the posts, comments and pictures that you put on Glean. You give the co-operative a non-exclusive, royalty-free licence to store them, to make copies in other sizes and formats, and to show them on Glean and in notifications sent to members, so that the service can work.',
        'Parts of a post may also be shown to visitors who have not signed in, in the limited feed of the Explore page. We will not use your post or your picture in advertising, on printed matter or on other websites unless you have agreed to that particular use.',
        'The licence ends when you delete the post or your account. Copies in backups are removed in the course of their normal rotation, within 90 days. Messages in which other members have quoted you may remain, and so may records that we are required by law to keep.',
      ],
    },
    {
      heading: '4. What you confirm when you post',
      paragraphs: [
        'You confirm that the words and pictures are your own or that you have permission to use them, that people who can be recognized in a picture have agreed to it (for a child, a parent or guardian), and that the post does not break the law or the rights of another person.',
        'If you share a picture or a text that another person made under an open licence, name that person and the licence in the post.',
      ],
    },
    {
      heading: '5. Educational resources',
      paragraphs: [
        'The texts and diagrams in EduHub belong to the co-operative or to the authors who are named there. Unless a page says otherwise, you may read, print, photocopy, translate and teach from them free of charge, for yourself, in schools, in co-operatives, in farmers’ associations and in government extension work, provided that you name “Glean co-operative, EduHub” and do not change the figures and the safety warnings.',
        'Selling them, alone or as part of a book, a course or another product, needs our written permission. We give it readily to groups of farmers: write to hello@glean.example.',
        'EduHub gives general guidance. Soils, animals and weather differ, and a text cannot see your field. Ask the municipal agriculture office or a licensed veterinarian when much depends on the answer.',
      ],
    },
    {
      heading: '6. Names, marks and software',
      paragraphs: [
        'The name Glean, the mark with the ear of grain and the design of the site belong to the co-operative. You may say truthfully that you are a member of Glean or that your goods were offered there. You may not use the name or the mark in a way that makes people believe that the co-operative made, tested or guarantees your goods.',
        'The site contains software and typefaces that others have published under open licences. Those parts stay under their own licences, which are listed with the source code, and nothing in this document limits the rights that those licences give you. The display typeface Fraunces is used under the SIL Open Font License.',
      ],
    },
    {
      heading: '7. If your work is used without permission',
      paragraphs: [
        'If you find your text or picture on Glean without your consent, write to hello@glean.example. Give your name and a way to reach you, the address of the page, a description of your work, and a statement that you are its owner or act for the owner. We will look at it within five working days. Where the claim is plausible we take the content down, tell the member who posted it, and let that member reply.',
        'Members who repeatedly post the work of others without permission may lose their account. Knowingly false claims may also lead to the loss of an account and to liability under the Intellectual Property Code of the Philippines (RA 8293).',
      ],
    },
    {
      heading: '8. Ending, changes and law',
      paragraphs: [
        'Your licence ends by itself if you seriously or repeatedly break these terms. You may end it at any time by closing your account. Sections 4 to 8 continue to apply to what has already happened.',
        'When we change these terms in a way that matters, we announce it in the notifications at least 30 days before. The date at the top shows the version in force. These terms are governed by the laws of the Republic of the Philippines.',
      ],
    },
  ],
};
