/**
 * Positions that show a rule, by family and id. They fit every rule set of the family.
 *
 * @type {Record<string, Record<string, string[]>>}
 */
export const DIAGRAMS = {
  mijnlieff: {
    MJ1: ["w=;b=;turn=w;limit=start"],
    MJ4: [
      "w=Lb2;b=;turn=b;limit=Lb2",
      "w=Db2;b=;turn=b;limit=Db2",
      "w=Pb2;b=;turn=b;limit=Pb2",
      "w=Eb2;b=;turn=b;limit=Eb2",
    ],
    MJ5: ["w=La1,Ec2,Ld4;b=Pb4,Pc1;turn=b;limit=La1"],
    MJ8: ["w=Da2,Dd1,La4,Eb1,Eb3;b=Pc1,Ec2,Ec4;turn=b;limit=Dd1"],
    MJ9: ["w=Ea2,Pa4,Db2,Db3,Pb4,Lc2,Ld1,Ed3;b=Da3,Db1,Ec1,Lc3,Pc4,Ld2,Pd4;turn=b;limit=Pa4"],
    MJ10: ["w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4,Pb3;b=Ea3,Pa4,Lc2,Dc1,Ld3,Pb1;turn=w;limit=Pb1"],
  },
  moulin: {
    ML1: ["w=d6,f4;b=b4,d2;hand=7,7;turn=w"],
    ML2: ["w=a4,d2,e5,g7;b=b4,c3,d6,f4;hand=0,0;turn=w"],
    ML3: ["w=a1,d1;b=d6,f4;hand=7,7;turn=w"],
    ML4: ["w=a1,d1,f6,g4;b=b2,c5,d2,f2;hand=0,0;turn=w"],
    ML5: ["w=a7,b6,d6,f6,g7;b=c3,d3,e4,g1;hand=0,0;turn=w"],
    ML6: ["w=a1,d2,g7;b=a4,b6,d1,g4;hand=0,0;turn=w"],
    ML8: ["w=a1,a7,g1,g7;b=a4,b6,d1,d7,g4;hand=0,0;turn=w"],
  },
};
