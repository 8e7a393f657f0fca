import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const compost: DemoResource = {
  key: 'compost',
  title: 'A heap that heats: compost in eight weeks',
  cover: 'covers/compost',
  publishedDaysAgo: 47,
  blocks: [
    text(
      'Anything that once grew will rot. Composting is doing it on purpose: quick, hot, without smell, and with most of the nitrogen still inside. You steer with four things: the mix, the water, the air and the size.',
    ),
    heading('The mix: carbon and nitrogen'),
    text(
      'The small creatures that make compost need about 25 to 30 parts of carbon for each part of nitrogen. Dry brown things have too much carbon, fresh green things and manure too much nitrogen. With too little nitrogen the heap stays cold, and with too much it stinks of ammonia, which is your fertiliser flying away.',
    ),
    image('diagrams/compost-cn'),
    text(
      'A simple recipe by weight: 100 kg of dry rice straw, 40 kg of dried chicken manure (or 60 to 70 kg as it comes from the house) and some old compost as a starter. That comes out near 29 to 1. By volume it is about four baskets of loose straw to one of manure. With carabao manure, which is milder, take three parts of fresh manure to one of straw by weight, and about as much fresh kakawate leaf as you have straw.',
    ),
    heading('Build it'),
    text(
      'Choose a shaded place that does not flood, some 15 meters from a well or a stream. Put coarse stalks at the bottom for air. Then straw 15 to 20 cm, chopped if you can, then manure 5 cm, then a shovel of old compost or soil, then water. Repeat until it is 1.2 to 1.5 m high. A heap smaller than one meter each way cannot keep its heat; wider than two meters, it cannot breathe. Push in two bamboo poles and pull them out again for chimneys. Cover with straw or a sheet against the rain, open at the sides.',
    ),
    image('diagrams/compost-layers'),
    heading('Water'),
    text(
      'Wet each layer while you build, since dry straw in the middle is hard to wet later. Aim for 50 to 60 percent. The squeeze test: a fistful pressed hard should give one or two drops. If it runs it is drowning, so turn it and add dry straw. If it crumbles it is sleeping, so water it.',
    ),
    heading('Heat and turning'),
    text(
      'Within two to four days the middle should reach 55 to 65 °C. Three days above 55 °C kill most germs of disease, fly eggs and weed seeds, but only where it is hot, so the outside has to be turned in. Use a long thermometer, or an iron bar left inside for ten minutes: too hot to hold means about 55 or more. Above 65 to 70 the useful microbes die too, so turn it.',
    ),
    image('diagrams/compost-heat'),
    text(
      'Turn on about day 5, and then every week, outside to inside, top to bottom. For compost that will touch vegetables eaten raw, keep it above 55 °C for 15 days with at least five turnings. When it no longer heats after a turning, and the straw breaks between two fingers, let it rest for three or four weeks. Six to eight weeks of heat and turning and a month of rest is usual. With Trichoderma (the compost fungus activator from the agriculture office) straw can be ready in five to six weeks.',
    ),
    heading('Is it ready?'),
    text(
      'Ready compost is dark, crumbly, cool, smells like a forest floor and fills about half of the first volume. Sow twenty pechay seeds in it: if 17 or more come up green, it is safe for roots. Use 1 to 2 kg for each square meter on vegetables, and 3 to 5 tons per hectare on rice land, before the last harrowing.',
    ),
    heading('What stays out'),
    text(
      'Meat, fish and oil (rats), dog and cat manure (worms that live in people), diseased tomato or banana plants unless the heap is surely hot, plastics and treated wood. Wear gloves and boots, keep your tetanus shot up to date, and wash your hands. Do not turn dusty mouldy heaps without a mask.',
    ),
  ],
};
